"""Bearer tokens (RFC 6750)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from consent_app.errors import Unauthenticated

if TYPE_CHECKING:
    from consent_app.http.request import Request


def bearer_token(request: Request) -> str:
    """Return the request's bearer token (RFC 6750 §2.1). Raises Unauthenticated if it has none."""
    header: str = request.environ.get("HTTP_AUTHORIZATION", "")
    scheme, _, token = header.partition(" ")
    token = token.strip(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthenticated
    return token
