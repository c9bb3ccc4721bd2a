"""What a person sees and does to guard their account, and what an operator does for them."""

from __future__ import annotations

from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.account_mails import mails_to, subjects, text_of
from tests.support.audit import events_of
from tests.support.factories import PASSWORD, Panel, bearer, make_panel, make_person
from tests.support.harness import Harness, MovableClock

NEW_PASSWORD = "another horse battery"


def sign_in(app: TestApp, panel: Panel, clock: MovableClock) -> dict[str, Any]:
    """Sign in to the panel's workspace once more."""
    clock.move(minutes=1)
    person = panel.person
    slug = panel.organization["slug"]
    body = {"email": person.email, "password": person.password, "orgSlug": slug}
    challenge = app.post_json("/v1/auth/login", body, status=200).json["challengeToken"]
    code = {"challengeToken": challenge, "code": person.code(clock())}
    answer: dict[str, Any] = app.post_json("/v1/auth/2fa/verify", code, status=200).json
    return answer


def is_open(app: TestApp, session: dict[str, Any]) -> bool:
    headers = bearer(session["accessToken"])
    status: int = app.get("/v1/domains", headers=headers, expect_errors=True).status_int
    return status == 200


def test_every_other_session_ends_in_one_call(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    others = [sign_in(app, panel, clock) for _ in range(3)]
    stranger = make_panel(app, clock())
    panel.delete("/v1/account/sessions", status=204)
    ended = ("session.others_ended", "success")
    assert events_of(application, panel.person.user_id)[-1] == ended
    assert len(panel.get("/v1/account/sessions").json) == 1
    panel.get("/v1/domains", status=200)
    stranger.get("/v1/domains", status=200)
    for other in others:
        assert not is_open(app, other)
        body = {"refreshToken": other["refreshToken"]}
        app.post_json("/v1/auth/refresh", body, status=401)


@pytest.mark.parametrize("choice", [None, True, False])
def test_a_changed_password_ends_the_others_unless_they_are_to_stay(
    app: TestApp, clock: MovableClock, choice: bool | None
) -> None:
    panel = make_panel(app, clock())
    other_session = sign_in(app, panel, clock)
    body: dict[str, Any] = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    if choice is not None:
        body["endOtherSessions"] = choice
    panel.post("/v1/account/password", body, status=204)
    panel.get("/v1/domains", status=200)
    assert is_open(app, other_session) is (choice is False)


@pytest.mark.parametrize("choice", [None, True])
def test_replaced_backup_codes_end_the_others_by_choice(
    app: TestApp, clock: MovableClock, choice: bool | None
) -> None:
    panel = make_panel(app, clock())
    other_session = sign_in(app, panel, clock)
    clock.move(minutes=1)
    body: dict[str, Any] = {"code": panel.person.code(clock())}
    if choice is not None:
        body["endOtherSessions"] = choice
    panel.post("/v1/account/backup-codes", body, status=200)
    panel.get("/v1/domains", status=200)
    assert is_open(app, other_session) is (choice is None)


def test_a_used_backup_code_is_mailed(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())

    def notified() -> int:
        results = subjects(harness, person.email)
        return results.count("A backup code of your account was used")

    login = {"email": person.email, "password": PASSWORD}
    for number, code in enumerate([person.code(clock()), person.backup_codes[0]]):
        clock.move(minutes=1)
        challenge = app.post_json("/v1/auth/account-login", login).json["challengeToken"]
        body = {"challengeToken": challenge, "code": code if number else person.code(clock())}
        app.post_json("/v1/auth/2fa/verify", body, status=200)
        assert notified() == number
    text = text_of(mails_to(harness, person.email)[-1])
    assert person.backup_codes[0] not in text
