"""Headers that every response carries, unless its view sets its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.response import Response

from consent_app.http.client import from_trusted_proxy

if TYPE_CHECKING:
    from consent_app.http.request import Request


POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Of everything but pages, which set their own: nothing runs or loads, and nothing may frame it."""
TRANSPORT_SECURITY = "max-age=31536000; includeSubDomains"


def is_https(request: Request) -> bool:
    """Return whether the client used https to reach this server, or a trusted proxy before it."""
    environ = request.environ
    if environ.get("wsgi.url_scheme") == "https":
        return True
    return environ.get("HTTP_X_FORWARDED_PROTO") == "https" and from_trusted_proxy(
        environ, request.app.settings.trusted_proxies
    )


def add_security_headers(request: Request, response: Response) -> None:
    """Add the security headers: no sniffing, no framing, no referrer, no caching."""
    # The plain list is read once. WebOb's mapping searches it for each header.
    headers = response.headerlist
    present = {name.lower() for name, _ in headers}
    add = headers.append
    if "x-content-type-options" not in present:
        add(("X-Content-Type-Options", "nosniff"))
    if "referrer-policy" not in present:
        add(("Referrer-Policy", "no-referrer"))
    if "cache-control" not in present:
        add(("Cache-Control", "no-store"))
    if "content-security-policy" not in present:
        add(("Content-Security-Policy", POLICY))
    if "strict-transport-security" not in present and is_https(request):
        add(("Strict-Transport-Security", TRANSPORT_SECURITY))
