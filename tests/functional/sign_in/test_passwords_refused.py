"""The commonest passwords are refused wherever one is chosen."""

from __future__ import annotations

from typing import Any

import pytest
from webtest import TestApp

from consent_app.runtime import Runtime
from tests.account_mails import last_token
from tests.factories import bearer, make_panel, make_person, unique
from tests.people import inviting
from tests.worlds import MovableClock, World

COMMON = ["Password", "12345678", "PASSWORD1", "Baseball", "qwertyuiop"]


def assert_refused(answer: Any, pointer: str, password: str) -> None:
    assert answer.json["code"] == "validation_failed"
    (fault,) = answer.json["errors"]
    assert fault["pointer"] == pointer
    assert "commonest" in fault["message"]
    assert password not in answer.text


def test_the_list_holds_ten_thousand_that_the_rules_would_allow(runtime: Runtime) -> None:
    assert len(runtime.common_passwords) == 10_000
    for password in COMMON:
        assert password in runtime.common_passwords
    for password in ("correct horse battery", "short12", "", None):
        assert password not in runtime.common_passwords
    assert repr(runtime.common_passwords) == "CommonPasswords(10000)"


@pytest.mark.parametrize("password", COMMON)
def test_at_registration(app: TestApp, runtime: Runtime, password: str) -> None:
    body = {"email": f"{unique()}@example.com", "password": password}
    evaluations = runtime.passwords.evaluations
    assert_refused(app.post_json("/v1/auth/register", body, status=400), "#/password", password)
    assert runtime.passwords.evaluations == evaluations
    app.post_json("/v1/auth/register", {**body, "password": f"{password} {unique()}"}, status=201)


def test_at_a_reset_which_keeps_its_token(world: World, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    app.post_json("/v1/auth/password-reset/request", {"email": person.email}, status=204)
    token = last_token(world, person.email, "reset")
    path = "/v1/auth/password-reset/confirm"
    # Told alike whatever the token: nothing is learnt about it.
    for tried in (token, "unknown"):
        body = {"token": tried, "password": "Password1"}
        assert_refused(app.post_json(path, body, status=400), "#/password", "Password1")
    body = {"token": token, "password": "a horse of another colour"}
    app.post_json(path, body, status=204)


def test_at_an_invitation_which_keeps_its_token(
    world: World, app: TestApp, runtime: Runtime
) -> None:
    panel = make_panel(app, runtime.now())
    email = f"{unique()}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    token = last_token(world, email, "invited")
    path, body = "/v1/auth/invite/accept", {"token": token, "name": "Grace", "password": "iloveyou"}
    assert_refused(app.post_json(path, body, status=400), "#/password", "iloveyou")
    body["password"] = "a horse of another colour"
    app.post_json(path, body, status=200)


def test_at_a_change_which_counts_nothing(app: TestApp, runtime: Runtime) -> None:
    person = make_person(app, runtime.now())
    headers = bearer(person.account_token)
    body = {"currentPassword": "whatever", "newPassword": "Password1"}
    answer = app.post_json("/v1/account/password", body, headers=headers, status=400)
    assert_refused(answer, "#/newPassword", "Password1")
