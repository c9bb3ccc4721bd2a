"""Where a provider signs people in, and how: of its discovery document (OpenID Discovery §3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from consent_app.settings.identity_providers import may_be_asked


@dataclass(frozen=True, slots=True)
class Endpoints:
    """``authorization`` is for people, ``token`` for this service.

    ``secret_in_body``: the client's secret is sent in the form and not as HTTP Basic. ``fragment``:
    the code may come back in the fragment, which reaches no log. ``tells_issuer``: it comes back
    with ``iss`` (RFC 9207), always.
    """

    authorization: str
    token: str
    secret_in_body: bool = False
    fragment: bool = False
    tells_issuer: bool = False


def read_endpoints(document: Mapping[str, Any], *, development: bool) -> Endpoints | None:
    """Return the endpoints that a discovery document names, or None where one cannot be used."""
    authorization, token = (
        document.get(name) for name in ("authorization_endpoint", "token_endpoint")
    )
    if not isinstance(authorization, str) or not isinstance(token, str):
        return None
    if not all(may_be_asked(url, development=development) for url in (authorization, token)):
        return None
    # Basic is what a provider takes that says nothing.
    methods = _words(document, "token_endpoint_auth_methods_supported", "client_secret_basic")
    return Endpoints(
        authorization,
        token,
        secret_in_body="client_secret_basic" not in methods and "client_secret_post" in methods,
        fragment="fragment" in _words(document, "response_modes_supported", "query"),
        tells_issuer=document.get("authorization_response_iss_parameter_supported") is True,
    )


def _words(document: Mapping[str, Any], name: str, default: str) -> list[Any]:
    listed = document.get(name)
    return listed if isinstance(listed, list) else [default]
