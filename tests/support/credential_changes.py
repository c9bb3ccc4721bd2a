"""Changing one's password and backup codes."""

from __future__ import annotations

from typing import Any

from webtest import TestApp

from tests.support.factories import PASSWORD, Person, bearer

NEW = "another horse battery"


def change(
    app: TestApp, token: str, status: int = 204, current: str = PASSWORD, new: str = NEW
) -> Any:
    body = {"currentPassword": current, "newPassword": new}
    return app.post_json("/v1/account/password", body, headers=bearer(token), status=status)


def replace(app: TestApp, token: str, code: str, status: int = 200) -> dict[str, Any]:
    answer: dict[str, Any] = app.post_json(
        "/v1/account/backup-codes", {"code": code}, headers=bearer(token), status=status
    ).json
    return answer


def login(app: TestApp, person: Person, password: str, status: int = 200) -> dict[str, Any]:
    body = {"email": person.email, "password": password}
    answer: dict[str, Any] = app.post_json("/v1/auth/account-login", body, status=status).json
    return answer


def verify(app: TestApp, person: Person, code: str, status: int = 200) -> None:
    body = {"challengeToken": login(app, person, person.password)["challengeToken"], "code": code}
    app.post_json("/v1/auth/2fa/verify", body, status=status)
