"""Bearer credentials (RFC 6750)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from consent_app.errors import Unauthenticated

if TYPE_CHECKING:
    from consent_app.api.request import Request


def bearer_token(request: Request) -> str:
    """Return the bearer token of the request (RFC 6750 §2.1). Raises Unauthenticated without."""
    header: str = request.environ.get("HTTP_AUTHORIZATION", "")
    scheme, _, token = header.partition(" ")
    token = token.strip(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthenticated
    return token
