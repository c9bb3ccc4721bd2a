"""Nobody keeps others from signing in by making the service hash."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.security.passwords import Capacity, Cost, Passwords
from tests.support.account_mails import reset_token
from tests.support.factories import PASSWORD, Person, bearer, make_person, unique
from tests.support.harness import Harness, MovableClock

CONNECTIONS = 12
"""More than the places, so that some are refused all the time."""
PAUSE = 0.1
"""Seconds that a connection rests after an answer. Without a rest, the attackers keep the
interpreter busy, and a sign-in waits for that instead of for its turn to hash."""
MIN_MEMORY = 8 * 1024 * 1024


@pytest.fixture
def real_passwords(application: Application) -> Iterator[Passwords]:
    """Passwords with the real cost, and the places of a small server."""
    former = application.passwords
    application.passwords = Passwords(capacity=Capacity(concurrent=1, queue=4))
    yield application.passwords
    application.passwords = former


def under_attack(
    attack: Callable[[int], int], work: Callable[[], None], at_least: int = 0
) -> Counter[int]:
    """Do ``work`` while many connections attack, each ``at_least`` so often; return what those
    were answered."""
    over = threading.Event()
    answers: Counter[int] = Counter()

    def attacker(number: int) -> None:
        remaining = at_least
        while remaining > 0 or not over.is_set():
            answers[attack(number)] += 1
            remaining -= 1
            over.wait(PAUSE)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        attackers = [pool.submit(attacker, number) for number in range(CONNECTIONS)]
        try:
            time.sleep(0.3)
            work()
        finally:
            over.set()
        for future in attackers:
            future.result(60)
    return answers


SIGN_INS = 3


def sign_ins(app: TestApp, person: Person) -> Callable[[], None]:
    """Return what signs in and must succeed every time."""
    body = {"email": person.email, "password": PASSWORD}

    def work() -> None:
        for _ in range(SIGN_INS):
            app.post_json("/v1/auth/account-login", body, status=200)

    return work


def test_junk_reset_tokens_are_not_hashed_for(
    harness: Harness, app: TestApp, application: Application, real_passwords: Passwords
) -> None:
    person = make_person(app, application.now())
    clients = [harness.client() for _ in range(CONNECTIONS)]
    before = real_passwords.evaluations

    def attack(number: int) -> int:
        body = {"token": unique("junk"), "password": "another horse battery"}
        path = "/v1/auth/password-reset/confirm"
        return clients[number].post_json(path, body, expect_errors=True).status_int

    responses = under_attack(attack, sign_ins(app, person), at_least=5)
    assert set(responses) <= {400, 429}
    assert responses[400] > 50
    assert real_passwords.evaluations == before + SIGN_INS


def test_other_hashing_takes_no_place_of_signing_in(
    harness: Harness, app: TestApp, application: Application, real_passwords: Passwords
) -> None:
    """Registrations from many networks, as many as there are connections."""
    person = make_person(app, application.now())

    def attack(number: int) -> int:
        body = {"email": f"{unique('flood')}@example.com", "password": "another horse battery"}
        client = harness.client()
        return client.post_json("/v1/auth/register", body, expect_errors=True).status_int

    responses = under_attack(attack, sign_ins(app, person))
    assert set(responses) <= {201, 503}
    assert responses[503], "the flood was none"


def test_a_flood_from_many_networks_leaves_turns_to_another_one(
    harness: Harness, app: TestApp, application: Application, real_passwords: Passwords
) -> None:
    """Sign-ins to unknown accounts from one address for each connection, in a few networks."""
    person = make_person(app, application.now())

    def attack(number: int) -> int:
        client = harness.client()
        client.extra_environ["REMOTE_ADDR"] = f"2001:db8:{number % 4:x}:{number:x}::1"
        body = {"email": f"{unique('flood')}@example.com", "password": PASSWORD}
        path = "/v1/auth/account-login"
        return client.post_json(path, body, expect_errors=True).status_int

    responses = under_attack(attack, sign_ins(app, person))
    assert set(responses) <= {401, 503}
    assert responses[401] > 5
    assert responses[503], "the flood was none"


def test_a_flood_from_any_number_of_networks_leaves_turns_to_a_known_one(
    harness: Harness, app: TestApp, application: Application, real_passwords: Passwords
) -> None:
    person = make_person(app, application.now())

    def attack(number: int) -> int:
        body = {"email": f"{unique('flood')}@example.com", "password": PASSWORD}
        path = "/v1/auth/account-login"
        return harness.client().post_json(path, body, expect_errors=True).status_int

    responses = under_attack(attack, sign_ins(app, person))
    assert set(responses) <= {401, 503}
    assert responses[503], "the flood was none"


@pytest.mark.usefixtures("production_limits")
def test_one_site_is_limited_however_many_addresses_it_has(
    harness: Harness, application: Application
) -> None:
    before = application.passwords.evaluations
    body = {"token": "junk", "password": "another horse battery"}
    # No other test has clients below 3fff::/20 (RFC 9637).
    client, site = harness.client(), f"3fff:db8:{secrets.randbelow(65536):x}"
    path = "/v1/auth/password-reset/confirm"
    for _ in range(479):
        harness.wsgi.registry.api.rate_limits.enforce("hashing_of_site", f"{site}::/48")
    for last, status in ((1, 400), (2, 429)):
        client.extra_environ["REMOTE_ADDR"] = f"{site}:{last}::1"
        client.post_json(path, body, status=status)
    assert application.passwords.evaluations == before


@pytest.mark.usefixtures("production_limits")
def test_a_network_is_limited_before_anything_is_hashed(
    app: TestApp, application: Application
) -> None:
    token = bearer(make_person(app, application.now()).account_token)
    before = application.passwords.evaluations
    body = {"token": "junk", "password": "another horse battery"}
    statuses = [
        app.post_json("/v1/auth/password-reset/confirm", body, expect_errors=True).status_int
        for _ in range(121)
    ]
    assert statuses == [400] * 120 + [429]
    email = f"{unique()}@example.com"
    for path, value in (
        ("account-login", {"email": email, "password": PASSWORD}),
        ("login", {"email": email, "password": PASSWORD, "orgSlug": "nobodys"}),
        ("register", {"email": email, "password": PASSWORD}),
        ("invite/accept", {"token": "x.y"}),
        ("2fa/verify", {"challengeToken": "x", "code": "0000000000"}),
        ("2fa/setup/confirm", {"challengeToken": "x", "code": "000000"}),
    ):
        refused = app.post_json(f"/v1/auth/{path}", value, status=429)
        assert '"hashing"' in refused.headers["RateLimit-Policy"]
    proof = {"password": PASSWORD, "code": "000000"}
    for path, value in (
        ("password", {"currentPassword": PASSWORD, "newPassword": "another horse battery"}),
        ("backup-codes", {"code": "000000"}),
        ("email", {"email": email, **proof}),
        ("second-factor", proof),
        ("delete", proof),
    ):
        refused = app.post_json(f"/v1/account/{path}", value, headers=token, status=429)
        assert '"hashing"' in refused.headers["RateLimit-Policy"], path
    assert application.passwords.evaluations == before


class FullPasswords(Passwords):
    """All places of which are taken while ``full``."""

    def __init__(self) -> None:
        super().__init__(Cost(1, MIN_MEMORY), Capacity(concurrent=1, queue=0))
        self._begun, self._end = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(1)

    def fill(self) -> None:
        """Take the one place."""
        self._pool.submit(self._run, self._hold, self._checking)
        assert self._begun.wait(10)

    def empty(self) -> None:
        """Give it back."""
        self._end.set()
        self._pool.shutdown()

    def _hold(self) -> None:
        self._begun.set()
        self._end.wait(60)


@pytest.mark.usefixtures("production_limits")
def test_an_unchecked_code_is_not_a_failed_attempt(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    """More attempts than the limit that end as busy leave the right owner the whole window."""
    person = make_person(app, clock())
    clock.move(minutes=1)
    former, full = harness.application.passwords, FullPasswords()
    login = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", login, status=200).json["challengeToken"]
    backup = {"challengeToken": challenge, "code": person.backup_codes[0]}
    harness.application.passwords = full
    full.fill()
    try:
        for _ in range(11):
            app.post_json("/v1/auth/account-login", {**login, "password": "wrong"}, status=503)
        for _ in range(11):
            app.post_json("/v1/auth/2fa/verify", backup, status=503)
    finally:
        full.empty()
        harness.application.passwords = former
    app.post_json("/v1/auth/account-login", login, status=200)
    app.post_json("/v1/auth/2fa/verify", backup, status=200)


def test_a_busy_reset_keeps_its_token(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    body = {
        "token": reset_token(harness, app, person.email),
        "password": "another horse battery",
    }
    former, full = application.passwords, FullPasswords()
    application.passwords = full
    try:
        full._making._free = 0
        app.post_json("/v1/auth/password-reset/confirm", body, status=503)
    finally:
        application.passwords = former
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)
