"""Challenges: what ends them, and what they are for."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import make_person, register
from tests.support.harness import MovableClock
from tests.support.sign_in_steps import challenge_of, verify


def test_five_wrong_codes_end_a_challenge(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    challenge = challenge_of(app, person)
    for wrong in ("000000", "AAAAAAAAAA", "٣٣٣٣٣٣", "1234567", "99999x"):
        assert verify(app, challenge, wrong, 401)["code"] == "invalid_code"
    assert verify(app, challenge, person.code(clock()), 401)["code"] == "invalid_challenge"
    verify(app, challenge_of(app, person), person.code(clock()))


def test_a_challenge_succeeds_once_and_expires(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    spent, late = challenge_of(app, person), challenge_of(app, person)
    verify(app, spent, person.backup_codes[0])
    assert verify(app, spent, person.backup_codes[1], 401)["code"] == "invalid_challenge"
    clock.move(minutes=10)
    assert verify(app, late, person.backup_codes[1], 401)["code"] == "invalid_challenge"


def test_a_challenge_of_one_purpose_is_unknown_to_the_other(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    to_verify = challenge_of(app, person)
    refused = app.post_json("/v1/auth/2fa/setup", {"challengeToken": to_verify}, status=401)
    assert refused.json["code"] == "invalid_challenge"
    _, to_set_up = register(app)
    assert verify(app, to_set_up, "123456", 401)["code"] == "invalid_challenge"


@pytest.mark.parametrize("token", ["x", "x" * 512, "💥", "../../etc/passwd", "a b"])
def test_a_made_up_challenge_is_refused(app: TestApp, token: str) -> None:
    assert verify(app, token, "123456", 401)["code"] == "invalid_challenge"
