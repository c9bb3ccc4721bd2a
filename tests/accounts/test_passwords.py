"""Common passwords are refused wherever one is chosen."""

from __future__ import annotations

import random
import re
import secrets
import time
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.account_mails import last_token, reset_token
from tests.support.factories import bearer, make_panel, make_person, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting

COMMON = [
    "Password",
    "12345678",
    "PASSWORD1",
    "Baseball",
    "qwertyuiop",
    "Password1!",
    "Summer2026!",
    "P@ssw0rd2026",
    "Pa$$w0rd!!",
    "2026winter",
    "Dragon!2024",
    "Frühling2026!",
    "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11",
    "abxabxabxabx",
]
GOOD = [
    "correct horse battery",
    "mKx7!pQ2zL",
    "lovelace has a secret hat",
    "summer in the north of 2026",
    "a password that nobody guesses",
]


def assert_refused(response: Any, pointer: str, password: str) -> None:
    assert response.json["code"] == "validation_failed"
    (field_error,) = response.json["errors"]
    assert field_error["pointer"] == pointer
    assert re.search(
        r"breaches|common word|a few characters|more than your", field_error["message"]
    )
    assert password not in response.text


def test_the_filter_contains_half_a_million_passwords(application: Application) -> None:
    assert len(application.common_passwords) > 500_000
    for password in COMMON:
        assert password in application.common_passwords
    for password in (*GOOD, None):
        assert password not in application.common_passwords
    assert repr(application.common_passwords).startswith("CommonPasswords(5")


@pytest.mark.parametrize("password", COMMON)
def test_common_and_personal_passwords_are_refused_at_registration(
    app: TestApp, application: Application, password: str
) -> None:
    body = {"email": f"{unique()}@example.com", "password": password}
    evaluations = application.passwords.evaluations
    assert_refused(app.post_json("/v1/auth/register", body, status=400), "#/password", password)
    assert application.passwords.evaluations == evaluations
    longer = {**body, "password": f"{password} and a lighthouse"}
    app.post_json("/v1/auth/register", longer, status=201)


def test_weak_passwords_are_refused_at_a_reset_which_keeps_its_token(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    token = reset_token(harness, app, person.email)
    path = "/v1/auth/password-reset/confirm"
    # The same answer for any token: it reveals nothing about the token.
    for candidate in (token, "unknown"):
        body = {"token": candidate, "password": "Password1"}
        assert_refused(app.post_json(path, body, status=400), "#/password", "Password1")
    body = {"token": token, "password": "a horse of another colour"}
    app.post_json(path, body, status=204)


def test_at_an_invitation_which_keeps_its_token(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique()}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    token = last_token(harness, email, "invited")
    path, body = "/v1/auth/invite/accept", {"token": token, "name": "Grace", "password": "iloveyou"}
    assert_refused(app.post_json(path, body, status=400), "#/password", "iloveyou")
    body["password"] = "a horse of another colour"
    app.post_json(path, body, status=200)


def test_weak_passwords_are_refused_at_a_change_without_counting_an_attempt(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    headers = bearer(person.account_token)
    body = {"currentPassword": "whatever", "newPassword": "Password1"}
    answer = app.post_json("/v1/account/password", body, headers=headers, status=400)
    assert_refused(answer, "#/newPassword", "Password1")


OWN = ["Lovelace1843!", "AdaLovelace", "4da.L0velace!", "Analytical-Engines!!", "consent-lovelace"]


@pytest.mark.parametrize("password", OWN)
def test_ones_own_names_are_refused_wherever_one_is_chosen(
    harness: Harness, app: TestApp, application: Application, password: str
) -> None:
    names = {"name": "Ada Lovelace", "organizationName": "Analytical Engines"}
    body = {"email": f"{unique()}@example.com", "password": password, **names}
    assert_refused(app.post_json("/v1/auth/register", body, status=400), "#/password", password)
    email = f"{unique()}@example.com"
    person = make_person(
        app,
        application.now(),
        email=email,
        name=names["name"],
        organizationName="Analytical Engines",
    )
    change = {"currentPassword": person.password, "newPassword": password}
    headers = bearer(person.account_token)
    answer = app.post_json("/v1/account/password", change, headers=headers, status=400)
    assert_refused(answer, "#/newPassword", password)
    reset = {"token": reset_token(harness, app, person.email), "password": password}
    path = "/v1/auth/password-reset/confirm"
    assert_refused(app.post_json(path, reset, status=400), "#/password", password)
    app.post_json(path, {**reset, "password": GOOD[2]}, status=204)


def test_the_address_and_its_domain_are_ones_own(application: Application) -> None:
    rule = application.common_passwords.violated_rule
    word = unique("qx")
    for password in (f"{word}2026!", f"!{word.upper()}", f"{word}{word}"):
        assert rule(password, [f"{word}@example.com"]) is not None
        assert rule(password, [f"someone@{word}.example"]) is not None
        assert rule(password, ["else@example.com"]) is None or password == f"{word}{word}"


def test_strangers_to_the_filter_are_taken(application: Application) -> None:
    allowed = sum(secrets.token_urlsafe(9) not in application.common_passwords for _ in range(5000))
    assert allowed > 4980


def test_no_password_takes_long_to_look_at(application: Application) -> None:
    letters = "aA1!@ \u00fc\U0001f600"
    names = ["a" * 100, f"{'a.' * 30}@{'a.' * 60}com", "1 " * 50]
    draw = random.Random(7)
    hostile = ["".join(draw.choices(letters, k=128)) for _ in range(200)]
    started = time.thread_time()
    for password in (*hostile, "a" * 128, "1" * 128, "\ufdfa" * 128):
        application.common_passwords.violated_rule(password, names)
    # Of this thread's own time: one that grows with the square takes seconds.
    assert (time.thread_time() - started) / 203 < 0.1
