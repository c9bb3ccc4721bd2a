"""A stranger who knows an address enters wrong passwords for it, all day long."""

from __future__ import annotations

import pytest
from webtest import TestApp, TestResponse

from consent_app.sign_in import throttling
from tests.support.account_mails import last_token, mails_to, reset_token, subjects
from tests.support.factories import PASSWORD, Person, bearer, make_person, unique
from tests.support.harness import Harness, MovableClock

NEW_PASSWORD = "another horse battery"


@pytest.fixture(autouse=True)
def _as_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "DEVELOPMENT_FACTOR", 1)


@pytest.fixture
def person(harness: Harness, app: TestApp, clock: MovableClock) -> Person:
    """A person with a proved address, known at the network of ``app``."""
    person = make_person(app, clock())
    token = {"token": last_token(harness, person.email, "confirm")}
    headers = bearer(person.account_token)
    app.post_json("/v1/auth/email/verify", token, headers=headers, status=200)
    return person


def log_in(app: TestApp, email: str, password: str) -> TestResponse:
    body = {"email": email, "password": password}
    return app.post_json("/v1/auth/account-login", body, expect_errors=True)


def lock_out(stranger: TestApp, email: str, attempts: int = 12) -> None:
    statuses = [log_in(stranger, email, "wrong").status_int for _ in range(attempts)]
    assert statuses == [401] * 10 + [429] * (attempts - 10)


def test_a_stranger_does_not_lock_a_person_out_of_a_known_network(
    harness: Harness, app: TestApp, person: Person, clock: MovableClock
) -> None:
    lock_out(harness.client(), person.email)
    clock.move(minutes=1)
    response = log_in(app, person.email, PASSWORD)
    assert response.status_int == 200
    code = {"challengeToken": response.json["challengeToken"], "code": person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=200)
    assert log_in(harness.client(), person.email, PASSWORD).status_int == 429


def test_a_known_network_has_its_own_limit(harness: Harness, app: TestApp, person: Person) -> None:
    lock_out(app, person.email)
    refused = log_in(app, person.email, PASSWORD)
    assert refused.status_int == 429
    # Nothing reveals that this network is known.
    assert refused.headers["RateLimit-Policy"] == '"password";q=10;w=300'
    # Its attempts and those of strangers are counted separately.
    assert log_in(harness.client(), person.email, PASSWORD).status_int == 200


def test_each_known_network_has_its_own_limit(
    harness: Harness, app: TestApp, person: Person, clock: MovableClock
) -> None:
    office = harness.client()
    clock.move(minutes=1)
    challenge = log_in(office, person.email, PASSWORD).json["challengeToken"]
    code = {"challengeToken": challenge, "code": person.code(clock())}
    office.post_json("/v1/auth/2fa/verify", code, status=200)
    # Somebody else in the office, who knows the password, and then does not.
    statuses = []
    for _ in range(3):
        challenge = log_in(office, person.email, PASSWORD).json["challengeToken"]
        wrong = {"challengeToken": challenge, "code": "000000"}
        for _ in range(4):
            response = office.post_json("/v1/auth/2fa/verify", wrong, expect_errors=True)
            statuses.append(response.status_int)
    assert statuses == [401] * 10 + [429] * 2
    lock_out(office, person.email)
    clock.move(minutes=1)
    challenge = log_in(app, person.email, PASSWORD).json["challengeToken"]
    code = {"challengeToken": challenge, "code": person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=200)


def test_a_network_that_tries_many_addresses_is_limited(harness: Harness) -> None:
    thief = harness.client()
    for _ in range(50):
        assert log_in(thief, f"{unique()}@example.com", "wrong").status_int == 401
    refused = log_in(thief, f"{unique()}@example.com", "wrong")
    assert refused.status_int == 429
    assert refused.headers["RateLimit-Policy"] == '"password_address";q=50;w=300'
    assert log_in(harness.client(), f"{unique()}@example.com", "wrong").status_int == 401


def test_a_known_network_is_forgotten_after_90_days(
    harness: Harness, app: TestApp, person: Person, clock: MovableClock
) -> None:
    clock.move(days=90, seconds=1)
    lock_out(harness.client(), person.email)
    assert log_in(app, person.email, PASSWORD).status_int == 429


def test_a_reset_opens_the_account_where_it_was_redeemed(harness: Harness, person: Person) -> None:
    stranger, elsewhere = harness.client(), harness.client()
    lock_out(stranger, person.email)
    assert log_in(elsewhere, person.email, PASSWORD).status_int == 429
    token = reset_token(harness, elsewhere, person.email)
    body = {"token": token, "password": NEW_PASSWORD}
    elsewhere.post_json("/v1/auth/password-reset/confirm", body, status=204)
    assert log_in(harness.client(), person.email, NEW_PASSWORD).status_int == 200
    lock_out(stranger, person.email)
    assert log_in(elsewhere, person.email, NEW_PASSWORD).status_int == 200


def test_a_reset_opens_the_account_in_a_known_network_that_is_full(
    harness: Harness, app: TestApp, person: Person
) -> None:
    lock_out(app, person.email)
    body = {"token": reset_token(harness, app, person.email), "password": NEW_PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)
    assert log_in(app, person.email, NEW_PASSWORD).status_int == 200


def test_a_reset_forgets_no_wrong_codes(
    harness: Harness, person: Person, clock: MovableClock
) -> None:
    # An attacker with the mailbox but without the second factor tries codes from many networks.
    email, statuses, password = person.email, [], NEW_PASSWORD
    for _ in range(3):
        thief = harness.client()
        token = reset_token(harness, thief, email)
        body = {"token": token, "password": password}
        thief.post_json("/v1/auth/password-reset/confirm", body, status=204)
        challenge = log_in(thief, email, password).json["challengeToken"]
        wrong = {"challengeToken": challenge, "code": "000000"}
        statuses += [
            thief.post_json("/v1/auth/2fa/verify", wrong, expect_errors=True).status_int
            for _ in range(5)
        ]
    assert statuses == [401] * 10 + [429] * 5


def test_a_stranger_with_the_password_does_not_use_up_the_persons_codes(
    harness: Harness, app: TestApp, person: Person, clock: MovableClock
) -> None:
    stranger = harness.client()
    statuses = []
    for _ in range(3):
        challenge = log_in(stranger, person.email, PASSWORD).json["challengeToken"]
        wrong = {"challengeToken": challenge, "code": "000000"}
        statuses += [
            stranger.post_json("/v1/auth/2fa/verify", wrong, expect_errors=True).status_int
            for _ in range(4)
        ]
    assert statuses == [401] * 10 + [429] * 2
    clock.move(minutes=1)
    challenge = log_in(app, person.email, PASSWORD).json["challengeToken"]
    code = {"challengeToken": challenge, "code": person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=200)
    notified = [subject for subject in subjects(harness, person.email) if "wrong codes" in subject]
    assert len(notified) == 1


def test_a_lockout_is_mailed_once(harness: Harness, person: Person, clock: MovableClock) -> None:
    stranger = harness.client()

    def notified() -> int:
        return sum("blocked" in subject for subject in subjects(harness, person.email))

    for _ in range(3):
        lock_out(stranger, person.email, 20)
        assert notified() == 1
        clock.move(minutes=5, seconds=1)
    clock.move(days=1)
    lock_out(stranger, person.email)
    assert notified() == 2


def test_a_lockout_is_not_mailed_to_an_address_that_is_not_proved(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    claimed = make_person(app, clock())
    before = subjects(harness, claimed.email)
    lock_out(harness.client(), claimed.email)
    assert subjects(harness, claimed.email) == before


def test_an_unknown_address_is_limited_and_mailed_nothing(harness: Harness, person: Person) -> None:
    unknown = f"{unique()}@example.com"
    responses = []
    for email in (unknown, person.email):
        stranger = harness.client()
        lock_out(stranger, email)
        refused = log_in(stranger, email, "wrong")
        headers = {
            name: value
            for name, value in refused.headers.items()
            if name not in ("Retry-After", "RateLimit", "Date", "X-Request-Id")
        }
        responses.append((refused.status_int, refused.json, tuple(sorted(headers.items()))))
    assert responses[0] == responses[1]
    assert mails_to(harness, unknown) == []
