"""A provider's endpoints and how to use them, from its discovery document (OpenID Discovery §3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from consent_app.settings.identity_providers import is_allowed_url


@dataclass(frozen=True, slots=True)
class Endpoints:
    """``authorization`` is for people, ``token`` for this service.

    ``secret_in_body``: the client secret is sent in the form, not as HTTP Basic. ``fragment``: the
    code may be returned in the fragment, which reaches no log. ``returns_issuer``: the response
    always has ``iss`` (RFC 9207).
    """

    authorization: str
    token: str
    secret_in_body: bool = False
    fragment: bool = False
    returns_issuer: bool = False


def read_endpoints(document: Mapping[str, Any], *, development: bool) -> Endpoints | None:
    """Return the endpoints of a discovery document, or None if one of them cannot be used."""
    authorization, token = (
        document.get(name) for name in ("authorization_endpoint", "token_endpoint")
    )
    if not isinstance(authorization, str) or not isinstance(token, str):
        return None
    if not all(is_allowed_url(url, development=development) for url in (authorization, token)):
        return None
    # HTTP Basic is the default.
    methods = _words(document, "token_endpoint_auth_methods_supported", "client_secret_basic")
    return Endpoints(
        authorization,
        token,
        secret_in_body="client_secret_basic" not in methods and "client_secret_post" in methods,
        fragment="fragment" in _words(document, "response_modes_supported", "query"),
        returns_issuer=document.get("authorization_response_iss_parameter_supported") is True,
    )


def _words(document: Mapping[str, Any], name: str, default: str) -> list[Any]:
    listed = document.get(name)
    return listed if isinstance(listed, list) else [default]
