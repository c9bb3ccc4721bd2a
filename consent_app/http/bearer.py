"""Bearer tokens (RFC 6750)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from consent_app.errors import Unauthenticated

if TYPE_CHECKING:
    from consent_app.http.request import Request


def bearer_token(request: Request) -> str:
    """Return the request's bearer token (RFC 6750 §2.1). Raises Unauthenticated if it has none."""
    token = sent_token(request)
    if token is None:
        raise Unauthenticated(
            "Send your token or key in the header `Authorization`, as `Bearer`, a space and the"
            " token."
        )
    return token


def sent_token(request: Request) -> str | None:
    """Return the request's bearer token. None without one, also if another scheme was used."""
    header: str = request.environ.get("HTTP_AUTHORIZATION", "")
    scheme, _, token = header.partition(" ")
    return token.strip(" ") or None if scheme.lower() == "bearer" else None
