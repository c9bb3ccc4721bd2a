"""Codes of a second factor, as a client sends them."""

from __future__ import annotations

from typing import Any

from webtest import TestApp

from tests.support.factories import PASSWORD, Person


def challenge_of(app: TestApp, person: Person, slug: str | None = None) -> str:
    body = {"email": person.email, "password": PASSWORD}
    if slug is None:
        answer = app.post_json("/v1/auth/account-login", body, status=200).json
    else:
        answer = app.post_json("/v1/auth/login", {**body, "orgSlug": slug}, status=200).json
    assert answer["twoFactorRequired"] is True
    token: str = answer["challengeToken"]
    return token


def verify(app: TestApp, challenge: str, code: str, status: int = 200) -> dict[str, Any]:
    answer: dict[str, Any] = app.post_json(
        "/v1/auth/2fa/verify", {"challengeToken": challenge, "code": code}, status=status
    ).json
    return answer
