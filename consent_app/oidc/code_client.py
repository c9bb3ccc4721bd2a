"""Redeeming a code at a provider's token endpoint (RFC 6749 §4.1.3, RFC 7636)."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

import httpx

from consent_app.oidc.endpoints import Endpoints
from consent_app.oidc.jwks import FETCH_SECONDS, ProviderAwayError
from consent_app.oidc.provider_client import answer_json, asked
from consent_app.settings import IdentityProvider


class CodeRefusedError(Exception):
    """The provider does not take the code: it is wrong, expired or was used."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A code, and what shows that it was asked for here."""

    code: str
    verifier: str
    redirect_uri: str


def redeem_code(
    provider: IdentityProvider,
    endpoints: Endpoints,
    grant: Grant,
    *,
    total_seconds: float = FETCH_SECONDS,
) -> str:
    """Return the ID token that the provider gives for a code.

    Takes ``total_seconds`` at most, and blocks as long: never call it within a transaction. Raises
    CodeRefusedError, and ProviderAwayError for every other answer.
    """

    async def redeem(client: httpx.AsyncClient) -> str:
        form, headers = _form(provider, grant), {}
        if provider.client_secret is None or endpoints.secret_in_body:
            form["client_id"] = provider.client_ids[0]
        if provider.client_secret is not None and endpoints.secret_in_body:
            form["client_secret"] = provider.client_secret
        elif provider.client_secret is not None:
            headers["Authorization"] = _basic(provider.client_ids[0], provider.client_secret)
        async with client.stream("POST", endpoints.token, data=form, headers=headers) as answer:
            return _id_token(answer.status_code, await answer_json(answer))

    return asked(endpoints.token, redeem, total_seconds)


def _form(provider: IdentityProvider, grant: Grant) -> dict[str, str]:
    return {
        "grant_type": "authorization_code",
        "code": grant.code,
        "redirect_uri": grant.redirect_uri,
        "code_verifier": grant.verifier,
    }


def _basic(client_id: str, secret: str) -> str:
    # RFC 6749 §2.3.1: each is encoded as in a form first.
    pair = f"{quote_plus(client_id)}:{quote_plus(secret)}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"


def _id_token(status: int, body: Any) -> str:
    answer = body if isinstance(body, dict) else {}
    if status != httpx.codes.OK:
        error = answer.get("error")
        if error == "invalid_grant":
            raise CodeRefusedError
        # A provider's own words may hold anything; a registered error is a word.
        word = error if isinstance(error, str) and error.isidentifier() else "no error in words"
        raise ProviderAwayError(f"an answer with status {status} ({word[:40]})")
    token = answer.get("id_token")
    if not isinstance(token, str):
        raise ProviderAwayError("an answer without an ID token")
    return token
