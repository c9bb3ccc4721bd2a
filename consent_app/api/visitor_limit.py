"""The rate limit of one visitor's requests to one domain."""

from __future__ import annotations

import re

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.http.request import Request
from consent_app.net.client_networks import rate_limit_address

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def limit_visitor(request: Request) -> None:
    """Count a visitor's request to the domain in its path, before reading its body.

    All invalid domain ids share one window. Raises RateLimited.
    """
    domain_id = request.matchdict["domainId"].lower()
    if not _ID.fullmatch(domain_id):
        domain_id = "none"
    address = rate_limit_address(request.client_address)
    enforce_rate_limit(request, "visitors", f"{address} {domain_id}")
