"""Replacing the authenticator, which needs both the password and a code."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.security import totp
from consent_app.security.keyring import KeyRing
from consent_app.security.passwords import Passwords
from consent_app.settings import new_secret_key, parse_secret_keys
from consent_app.sign_in.models import SecondFactor
from tests.support.account_mails import subjects
from tests.support.audit import events_of
from tests.support.factories import (
    PASSWORD,
    Person,
    bearer,
    enrol,
    make_panel,
    make_person,
    register,
)
from tests.support.harness import Harness, MovableClock

PATH = "/v1/account/second-factor"


def begin(
    app: TestApp, person: Person, code: str, status: int = 200, password: str = PASSWORD
) -> dict[str, Any]:
    body = {"password": password, "code": code}
    headers = bearer(person.account_token)
    answer: dict[str, Any] = app.post_json(PATH, body, headers=headers, status=status).json
    return answer


def finish(
    app: TestApp, token: str, challenge: str, code: str, status: int = 204, **choice: bool
) -> Any:
    body = {"challengeToken": challenge, "code": code, **choice}
    return app.post_json(f"{PATH}/confirm", body, headers=bearer(token), status=status)


def verify(app: TestApp, email: str, code: str, status: int) -> None:
    login = {"email": email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", login, status=200).json
    body = {"challengeToken": challenge["challengeToken"], "code": code}
    app.post_json("/v1/auth/2fa/verify", body, status=status)


@pytest.mark.parametrize("lost", [False, True])
def test_an_authenticator_is_replaced(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock, lost: bool
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    setup = begin(app, person, person.backup_codes[0] if lost else person.code(clock()))
    assert setup["secret"] in setup["otpauthUrl"]
    assert setup["qrCodeDataUrl"].startswith("data:image/png;base64,")
    clock.move(minutes=1)
    verify(app, person.email, person.code(clock()), 200)
    challenge = setup["challengeToken"]
    assert finish(app, person.account_token, challenge, "000000", 401).json["code"] == (
        "invalid_code"
    )
    assert events_of(application, person.user_id)[-1] == ("second_factor.replaced", "refused")
    code = totp.code_at(setup["secret"], clock())
    finish(app, person.account_token, challenge, code)
    assert events_of(application, person.user_id)[-1] == ("second_factor.replaced", "success")
    refused = finish(app, person.account_token, challenge, code, 401).json
    assert refused["code"] == "invalid_challenge"
    verify(app, person.email, code, 401)
    clock.move(minutes=1)
    verify(app, person.email, person.code(clock()), 401)
    verify(app, person.email, totp.code_at(setup["secret"], clock()), 200)
    verify(app, person.email, person.backup_codes[1], 200)
    sent = subjects(harness, person.email)
    assert "The authenticator of your account was changed" in sent


def test_secrets_are_stored_with_the_newest_key(
    app: TestApp, application: Application, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The challenges of an enrolment and of a replacement may be older than it."""

    def key_in_use(person_id: str) -> str:
        with application.database.session(read_only=True) as session:
            factor = session.get(SecondFactor, UUID(person_id))
        assert factor is not None
        return factor.secret_sealed.partition(".")[0]

    def rotate() -> str:
        newer = parse_secret_keys(new_secret_key())
        older = application.settings.secret_keys
        monkeypatch.setattr(application, "keys", KeyRing(newer + older))
        return newer[0][0]

    email, challenge = register(app)
    app.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}, status=200)
    key_id = rotate()
    person = enrol(app, email, challenge, clock())
    assert key_in_use(person.user_id) == key_id
    monkeypatch.undo()
    clock.move(minutes=1)
    person = make_person(app, clock())
    clock.move(minutes=1)
    setup = begin(app, person, person.code(clock()))
    key_id = rotate()
    code = totp.code_at(setup["secret"], clock())
    finish(app, person.account_token, setup["challengeToken"], code)
    assert key_in_use(person.user_id) == key_id


def test_password_and_code_must_both_be_right(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    code = person.code(clock())
    assert begin(app, person, code, 401, "wrong")["code"] == "invalid_credentials"
    assert begin(app, person, "000000", 401)["code"] == "invalid_code"
    begin(app, person, code)
    assert begin(app, person, code, 401)["code"] == "invalid_code"


def test_a_challenge_is_its_persons_own(app: TestApp, clock: MovableClock) -> None:
    person, thief = make_person(app, clock()), make_person(app, clock())
    clock.move(minutes=1)
    setup = begin(app, thief, thief.code(clock()))
    code = totp.code_at(setup["secret"], clock())
    refused = finish(app, person.account_token, setup["challengeToken"], code, 401)
    assert refused.json["code"] == "invalid_challenge"
    # Nor is it one of a sign-in.
    body = {"challengeToken": setup["challengeToken"], "code": code}
    app.post_json("/v1/auth/2fa/setup/confirm", body, status=401)
    clock.move(minutes=10)
    code = totp.code_at(setup["secret"], clock())
    finish(app, thief.account_token, setup["challengeToken"], code, 401)


@pytest.mark.parametrize("choice", [{}, {"endOtherSessions": True}])
def test_the_other_sessions_end_by_choice(
    app: TestApp, clock: MovableClock, choice: dict[str, bool]
) -> None:
    panel = make_panel(app, clock())
    clock.move(minutes=1)
    setup = begin(app, panel.person, panel.person.code(clock()))
    code = totp.code_at(setup["secret"], clock())
    finish(app, panel.person.account_token, setup["challengeToken"], code, **choice)
    panel.get("/v1/domains", status=401 if choice else 200)
    headers = bearer(panel.person.account_token)
    app.get("/v1/account", headers=headers, status=200)


@pytest.mark.usefixtures("production_limits")
def test_only_wrong_codes_of_a_change_count(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    setup = begin(app, person, person.code(clock()))
    finish(app, person.account_token, setup["challengeToken"], "000000", 401)
    code = totp.code_at(setup["secret"], clock())
    finish(app, person.account_token, setup["challengeToken"], code)
    for _ in range(9):
        begin(app, person, "000000", 401)
    assert begin(app, person, "000000", 429)["code"] == "rate_limited"


@pytest.mark.usefixtures("production_limits")
def test_a_right_code_is_no_failed_attempt_if_the_new_codes_cannot_be_hashed(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    headers, body = bearer(person.account_token), {"code": person.backup_codes[0]}
    former = application.passwords
    application.passwords = Passwords(former.cost)
    # Every place for hashing is taken.
    application.passwords._making._free = 0
    try:
        for _ in range(11):
            app.post_json("/v1/account/backup-codes", body, headers=headers, status=503)
    finally:
        application.passwords = former
    app.post_json("/v1/account/backup-codes", body, headers=headers, status=200)
