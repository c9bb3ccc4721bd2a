"""Of any number of simultaneous redemptions of a one-time credential exactly one succeeds.

``RACE_ROUNDS`` and ``RACE_AT_ONCE`` make a longer run of it (CONTRIBUTING.md says how).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
from webtest import TestApp

from consent_app.security import passwords, totp
from consent_app.security.passwords import ANYONE, Caller, Capacity, Cost, Passwords
from tests.support.account_mails import last_token, reset_token
from tests.support.factories import PASSWORD, bearer, make_panel, make_person, register, unique
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import verify_by_mail
from tests.support.members import inviting

AT_ONCE = int(os.environ.get("RACE_AT_ONCE", "30"))
ROUNDS = int(os.environ.get("RACE_ROUNDS", "1"))
# SQLite's one writer and the bounded number of evaluations may ask the last ones to retry.
REFUSED = {401, 503}


if ROUNDS > 1:

    @pytest.fixture(scope="session")
    def _cheap() -> Iterator[Passwords]:
        # What is raced is no password: thousands of people are made with the cheapest there are,
        # whose threads do not wait for each other.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(passwords, "NICENESS", 0)
            yield Passwords(Cost(1, 8192), Capacity(concurrent=4))

    @pytest.fixture(autouse=True, params=range(ROUNDS))
    def _round(harness: Harness, _cheap: Passwords) -> None:
        harness.application.passwords = _cheap
        # The email of a thousand rounds would be read again in each of them.
        for path in (harness.application.settings.var_dir / "mail").glob("*.eml"):
            path.unlink()


def race(
    harness: Harness, path: str, body: Callable[[int], dict[str, Any]], **kw: Any
) -> Counter[int]:
    start = Barrier(AT_ONCE)

    def run(number: int) -> int:
        client: TestApp = harness.client()
        start.wait()
        status: int = client.post_json(path, body(number), expect_errors=True, **kw).status_int
        return status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(run, range(AT_ONCE)))


def assert_one(
    statuses: Counter[int], success: int = 200, refused: frozenset[int] | None = None
) -> None:
    assert statuses[success] == 1, statuses
    assert set(statuses) - {success} <= (refused or REFUSED), statuses


def challenge(app: TestApp, email: str) -> str:
    body = {"email": email, "password": PASSWORD}
    token: str = app.post_json("/v1/auth/account-login", body).json["challengeToken"]
    return token


def test_one_code_on_one_challenge(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    body = {"challengeToken": challenge(app, person.email), "code": person.code(clock())}
    assert_one(race(harness, "/v1/auth/2fa/verify", lambda _: body))


def test_many_codes_on_one_challenge(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    token, codes = challenge(app, person.email), person.backup_codes
    assert_one(
        race(
            harness,
            "/v1/auth/2fa/verify",
            lambda number: {"challengeToken": token, "code": codes[number % len(codes)]},
        )
    )


def test_one_code_on_many_challenges(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    challenges = [challenge(app, person.email) for _ in range(AT_ONCE)]
    code = person.code(clock())
    assert_one(
        race(
            harness,
            "/v1/auth/2fa/verify",
            lambda number: {"challengeToken": challenges[number], "code": code},
        )
    )


def test_one_backup_code_on_many_challenges(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    challenges = [challenge(app, person.email) for _ in range(AT_ONCE)]
    code = person.backup_codes[0]
    assert_one(
        race(
            harness,
            "/v1/auth/2fa/verify",
            lambda number: {"challengeToken": challenges[number], "code": code},
        )
    )


def test_only_one_confirmation_of_an_authenticator_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    _, token = register(app)
    secret = app.post_json("/v1/auth/2fa/setup", {"challengeToken": token}).json["secret"]
    body = {"challengeToken": token, "code": totp.code_at(secret, clock())}
    assert_one(race(harness, "/v1/auth/2fa/setup/confirm", lambda _: body))


def test_only_one_exchange_of_a_handoff_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    demo = app.post_json("/v1/billing/demo", {}, headers=bearer(person.account_token)).json
    body = {"code": demo["handoff"]["code"]}
    assert_one(race(harness, "/v1/auth/handoff/exchange", lambda _: body))


def test_only_one_demo_is_created(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    statuses = race(harness, "/v1/billing/demo", lambda _: {}, headers=bearer(person.account_token))
    assert_one(statuses, 201, frozenset({409, 503}))


def test_one_registration_of_an_address(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    body = {"email": f"{unique()}@example.com", "password": PASSWORD}
    statuses = race(harness, "/v1/auth/register", lambda _: body)
    assert_one(statuses, 201, frozenset({409, 503}))


def test_one_rotation_and_then_the_family_is_over(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    body = {"refreshToken": panel.refresh_token}
    assert_one(race(harness, "/v1/auth/refresh", lambda _: body))
    panel.get("/v1/domains", status=401)


def test_a_burst_of_wrong_codes_tries_no_more_than_five(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    token = challenge(app, person.email)
    wrong = {"challengeToken": token, "code": "000000"}
    start = Barrier(AT_ONCE)

    def guess(_: int) -> str:
        client: TestApp = harness.client()
        start.wait()
        code: str = client.post_json("/v1/auth/2fa/verify", wrong, expect_errors=True).json["code"]
        return code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        code = Counter(pool.map(guess, range(AT_ONCE)))
    assert code["invalid_code"] == min(5, AT_ONCE), code
    assert set(code) <= {"invalid_code", "invalid_challenge", "unavailable"}
    if AT_ONCE < 5:
        return
    # The right one comes too late.
    body = {"challengeToken": token, "code": person.code(clock())}
    refused = app.post_json("/v1/auth/2fa/verify", body, status=401)
    assert refused.json["code"] == "invalid_challenge"


def test_only_one_domain_with_a_hostname_is_added(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    statuses = race(
        harness,
        "/v1/domains",
        lambda _: {"hostname": "one.example.com"},
        headers=bearer(panel.access_token),
    )
    assert_one(statuses, 201, frozenset({409, 503}))


def test_only_one_exchange_of_an_account_handoff_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    body = {"code": panel.post("/v1/auth/account-handoff").json["code"]}
    assert_one(race(harness, "/v1/auth/account-handoff/exchange", lambda _: body))


def test_only_one_password_reset_with_a_link_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    email, _ = register(app)
    token = reset_token(harness, app, email)
    statuses = race(
        harness,
        "/v1/auth/password-reset/confirm",
        lambda number: {"token": token, "password": f"password number {number}"},
    )
    assert_one(statuses, 204, frozenset({400, 503}))


def test_only_one_verification_with_a_link_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    email, _ = register(app)
    body = {"token": last_token(harness, email, "confirm")}
    statuses = race(harness, "/v1/auth/email/verify", lambda _: body)
    assert_one(statuses, 200, frozenset({400, 503}))


def test_only_one_acceptance_of_an_invitation_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    email = f"{unique()}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    body = {
        "token": last_token(harness, email, "invited"),
        "name": "Charles Babbage",
        "password": PASSWORD,
    }
    statuses = race(harness, "/v1/auth/invite/accept", lambda _: body)
    assert_one(statuses, 200, frozenset({400, 503}))


def test_only_one_acceptance_with_an_account_succeeds(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel, person = make_panel(app, clock()), make_person(app, clock())
    verify_by_mail(harness, app, person.email, person.account_token)
    invitation = {"email": person.email, "role": "viewer"}
    inviting(panel).post("/v1/invitations", invitation, status=201)
    body = {"token": last_token(harness, person.email, "invited")}
    statuses = race(harness, "/v1/auth/invite/accept", lambda _: body)
    assert_one(statuses, 200, frozenset({400, 503}))


def test_refreshing_while_logging_out_leaves_nothing_alive(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    for _ in range(5):
        panel = make_panel(app, clock())
        body = {"refreshToken": panel.refresh_token}
        start = Barrier(2)

        def run(path: str, body: dict[str, str] = body, start: Barrier = start) -> Any:
            client = harness.client()
            start.wait()
            return client.post_json(path, body, expect_errors=True)

        with ThreadPoolExecutor(2) as pool:
            pair, _ = pool.map(run, ["/v1/auth/refresh", "/v1/auth/logout"])
        panel.get("/v1/domains", status=401)
        if pair.status_int == 200:
            app.get("/v1/domains", headers=bearer(pair.json["accessToken"]), status=401)
            remaining_token = {"refreshToken": pair.json["refreshToken"]}
            app.post_json("/v1/auth/refresh", remaining_token, status=401)


class SlowPasswords(Passwords):
    """Passwords whose next check waits, once made, until it is released."""

    def __init__(self) -> None:
        super().__init__(Cost(1, 8 << 20))
        self.checked, self.go_on = Event(), Event()

    def verify(self, hashed: str | None, password: str, caller: Caller = ANYONE) -> bool:
        right = super().verify(hashed, password, caller)
        self.checked.set()
        assert self.go_on.wait(30)
        return right


def test_an_old_password_under_way_gets_past_no_reset(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    email, _ = register(app)
    token = reset_token(harness, app, email)
    login = {"email": email, "password": PASSWORD}
    former_passwords = harness.application.passwords
    slow = harness.application.passwords = SlowPasswords()
    try:
        with ThreadPoolExecutor(1) as pool:
            under_way = pool.submit(
                harness.client().post_json, "/v1/auth/account-login", login, expect_errors=True
            )
            assert slow.checked.wait(30)
            body = {"token": token, "password": "the owner of the address"}
            app.post_json("/v1/auth/password-reset/confirm", body, status=204)
            slow.go_on.set()
            response = under_way.result()
    finally:
        harness.application.passwords = former_passwords
    assert response.status_int == 401
    assert response.json["code"] == "invalid_credentials"
