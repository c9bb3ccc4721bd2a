"""Limits of the requests that compute Argon2, by the network that they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from consent_app.http.request import Request

LIMITS = {
    # It allows for an office that starts work behind one address.
    "hashing": 120,
    # The same for an IPv4 /24 or an IPv6 /48, in which one customer may have many addresses.
    "hashing_of_site": 480,
}
"""How many requests a minute one network may send to the routes that compute Argon2, the most
expensive ones."""


def limit_hashing(request: Request) -> None:
    """Count a request that computes Argon2, before anything is hashed. Raises RateLimited."""
    # Imported here: commands use this room too, and should not load the web framework.
    from consent_app.api.rate_limits import enforce_rate_limit

    enforce_rate_limit(request, "hashing", request.client.block)
    enforce_rate_limit(request, "hashing_of_site", request.client.site)
