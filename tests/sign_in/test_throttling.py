"""What guards against guessing, and what strange input does to it."""

from __future__ import annotations

import hashlib
import json
import random
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, func, select
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import RateLimited
from consent_app.net.client_networks import rate_limit_address
from consent_app.security.keyring import KeyRing
from consent_app.security.macs import holder_hash
from consent_app.settings import new_secret_key, parse_secret_keys
from consent_app.sign_in import throttling
from consent_app.sign_in.models import AttemptWindow
from consent_app.sign_in.queries import lock_existing_window
from tests.support.factories import PASSWORD, bearer, make_panel, make_person, register, unique
from tests.support.harness import Harness, MovableClock, make_application
from tests.support.members import give_role
from tests.support.waiting import call_within


@pytest.fixture
def restarted(harness: Harness) -> Iterator[Callable[[], TestApp]]:
    """Returns clients of the same service, each restarted on the same database."""
    applications = []

    def restart() -> TestApp:
        application = make_application(harness.application.settings)
        application.clock = harness.application.clock
        applications.append(application)
        return Harness(application, make_app(application)).client()

    yield restart
    for application in applications:
        application.database.dispose()


def test_wrong_codes_count_through_a_restart(
    restarted: Callable[[], TestApp], app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    login = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", login).json["challengeToken"]
    wrong = {"challengeToken": challenge, "code": "000000"}
    for _ in range(3):
        app.post_json("/v1/auth/2fa/verify", wrong, status=401)
    app_after = restarted()
    for _ in range(2):
        app_after.post_json("/v1/auth/2fa/verify", wrong, status=401)
    right = {"challengeToken": challenge, "code": person.code(clock())}
    refused = app_after.post_json("/v1/auth/2fa/verify", right, status=401)
    assert refused.json["code"] == "invalid_challenge"


@pytest.mark.usefixtures("production_limits")
def test_wrong_passwords_count_through_a_restart(
    restarted: Callable[[], TestApp], app: TestApp
) -> None:
    email, _ = register(app)
    wrong = {"email": email, "password": "wrong"}
    for client, times in ((app, 6), (restarted(), 4)):
        for _ in range(times):
            client.post_json("/v1/auth/account-login", wrong, status=401)
    last = restarted()
    last.post_json("/v1/auth/account-login", {**wrong, "password": PASSWORD}, status=429)


def test_a_demotion_counts_at_once(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    panel.post("/v1/api-keys", {"name": "before"}, status=201)
    handoff = {"orgSlug": panel.organization["slug"]}
    code = panel.post("/v1/auth/handoff", handoff, status=200).json["code"]
    give_role(application, panel, "viewer")
    pair = app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}).json
    redeemed = app.post_json("/v1/auth/handoff/exchange", {"code": code}).json
    for token in (panel.access_token, pair["accessToken"], redeemed["accessToken"]):
        headers = bearer(token)
        app.post_json("/v1/api-keys", {"name": "after"}, headers=headers, status=403)
        app.get("/v1/domains", headers=headers, status=200)


def test_a_challenge_is_not_finished_with_anothers_code(app: TestApp, clock: MovableClock) -> None:
    person, other_person = make_person(app, clock()), make_person(app, clock())
    clock.move(minutes=1)
    login = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", login).json["challengeToken"]
    for code in (other_person.code(clock()), other_person.backup_codes[0]):
        body = {"challengeToken": challenge, "code": code}
        app.post_json("/v1/auth/2fa/verify", body, status=401)


FIELDS = [
    ("2fa/setup", "challengeToken", {}),
    ("2fa/setup/confirm", "challengeToken", {"code": "123456"}),
    ("2fa/setup/confirm", "code", {"challengeToken": "x"}),
    ("2fa/verify", "challengeToken", {"code": "123456"}),
    ("2fa/verify", "code", {"challengeToken": "x"}),
    ("refresh", "refreshToken", {}),
    ("handoff/exchange", "code", {}),
    ("account-handoff/exchange", "code", {}),
    ("email/verify", "token", {}),
    ("password-reset/confirm", "token", {"password": PASSWORD}),
    ("invite/accept", "token", {"name": "Ada", "password": PASSWORD}),
]

STRANGE = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "💥" * 10,
    "١٢٣٤٥٦",
    "１２３４５６",  # noqa: RUF001
    "𝟏𝟐𝟑𝟒𝟓𝟔",  # noqa: RUF001
    "\ud800",
    "\u202e123456",
    "-12345",
    "1e5000",
    "0x1234",
    "' OR 1=1 --",
    "../../../etc/passwd",
    "%00",
    "x" * 1_000_000,
    "A" * 512,
    "." * 512,
    f"{uuid.UUID(int=0)}.",
    None,
    True,
    12345,
    1.5,
    [],
    {},
]


@pytest.mark.parametrize(("path", "field", "others"), FIELDS)
def test_strange_tokens_are_refused(
    app: TestApp, path: str, field: str, others: dict[str, str]
) -> None:
    dice = random.Random(path + field)
    noise = ["".join(map(chr, dice.choices(range(1, 0x2FFF), k=40))) for _ in range(20)]
    for value in [*STRANGE, *noise]:
        status = _post(app, f"/v1/auth/{path}", {**others, field: value})
        assert status in (400, 401, 413), (value, status)


@pytest.mark.parametrize(
    "token", ["", "x", "\xff\xfe", "a b", "x" * 60_000, "cmk_", "e30.e30.", "."]
)
def test_strange_bearer_tokens_are_refused(app: TestApp, token: str) -> None:
    header = {"Authorization": f"Bearer {token}"}
    for method, path in (
        ("GET", "/v1/domains"),
        ("GET", "/v1/api/consent-events"),
        ("POST", "/v1/billing/demo"),
        ("GET", f"/v1/public/consents/{uuid.uuid4()}"),
    ):
        response = app.request(path, method=method, headers=header, expect_errors=True)
        assert response.status_int == 401


def _post(app: TestApp, path: str, body: dict[str, Any]) -> int:
    # Lone surrogates too: as the escapes that JSON allows.
    raw = json.dumps(body).encode()
    response = app.post(path, raw, content_type="application/json", expect_errors=True)
    assert response.status_int < 500, response.text
    status: int = response.status_int
    return status


def test_counts_identify_nobody(harness: Harness, app: TestApp, application: Application) -> None:
    """Not even to somebody who reads the table and tries every address and network."""
    email, _ = register(app)
    app.post_json("/v1/auth/account-login", {"email": email, "password": "wrong"}, status=401)
    with application.database.session(read_only=True) as session:
        hashes = set(session.scalars(select(AttemptWindow.holder_hash)))
    address = str(app.extra_environ["REMOTE_ADDR"])
    block = rate_limit_address(address)
    for text in (email, address, block):
        assert holder_hash(application.keys, text) in hashes or text == address
        for digest in (hashlib.sha256, hashlib.blake2b, hashlib.blake2s):
            assert digest(text.encode()).digest()[:32] not in hashes
        other_keys = KeyRing(parse_secret_keys(new_secret_key()))
        assert holder_hash(other_keys, text) not in hashes


def test_the_worker_deletes_windows_that_limit_nothing_any_more(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    def windows_until(instant: datetime) -> int:
        older = AttemptWindow.updated_at <= instant
        with harness.application.database.session(read_only=True) as session:
            return session.scalar(select(func.count()).where(older)) or 0

    person = make_person(app, clock())
    wrong = {"email": person.email, "password": "not the password"}
    app.post_json("/v1/auth/account-login", wrong, status=401)
    failed_at = clock.move(hours=23)
    harness.run_periodic_job(throttling.PURGE)
    assert windows_until(failed_at) > 0
    clock.move(hours=2)
    harness.run_periodic_job(throttling.PURGE)
    assert windows_until(failed_at) == 0


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_window_that_is_deleted_as_too_old_meanwhile_is_created_again(
    harness: Harness, application: Application
) -> None:
    client, email = harness.client(), f"{unique('ada')}@example.com"
    body = {"email": email, "password": PASSWORD}
    client.post_json("/v1/auth/account-login", body, status=401)
    holder = holder_hash(application.keys, email)
    of_address = delete(AttemptWindow).where(AttemptWindow.holder_hash == holder)
    call_within(
        application,
        lambda session: lock_existing_window(session, throttling.PASSWORD_OF_ACCOUNT, holder),
        lambda: client.post_json("/v1/auth/account-login", body, status=401),
        lambda session: session.execute(of_address),
    ).result()


def count_wrong_code(application: Application, holder: str) -> AttemptWindow:
    with Context.of_system(application).transaction() as ctx:
        throttling.count_attempts(ctx, {throttling.CODE_OF_ACCOUNT: holder})
    kept = AttemptWindow.holder_hash == holder_hash(application.keys, holder)
    with application.database.session(read_only=True) as session:
        return session.scalars(select(AttemptWindow).where(kept)).one()


@pytest.mark.usefixtures("production_limits")
def test_wrong_codes_are_limited_by_the_day_too(
    application: Application, clock: MovableClock
) -> None:
    """Ten in five minutes, again and again, would be almost three thousand a day."""
    clock.freeze()
    holder = unique("holder")
    for _ in range(50):
        count_wrong_code(application, holder)
        clock.move(minutes=1)
    with pytest.raises(RateLimited) as refused:
        count_wrong_code(application, holder)
    assert refused.value.headers["RateLimit-Policy"] == '"code";q=50;w=86400'
    assert refused.value.headers["Retry-After"] == str(24 * 3600 - 50 * 60)
    clock.move(hours=23, minutes=10)
    assert len(count_wrong_code(application, holder).instants) == 50


def test_a_window_that_counts_again_is_kept_for_another_day(
    harness: Harness, application: Application, clock: MovableClock
) -> None:
    holder = unique("holder")
    count_wrong_code(application, holder)
    clock.move(hours=23)
    count_wrong_code(application, holder)
    clock.move(hours=2)
    harness.run_periodic_job(throttling.PURGE)
    # The first is older than the limit, the second is not forgotten with it.
    assert len(count_wrong_code(application, holder).instants) == 2


@pytest.mark.usefixtures("production_limits")
@pytest.mark.parametrize("hours", [1, 24 * 365])
def test_a_clock_that_was_ahead_locks_nobody_out(
    hours: int, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    right = {"email": person.email, "password": PASSWORD}
    clock.move(hours=hours)
    wrong = {**right, "password": "wrong"}
    for _ in range(10):
        app.post_json("/v1/auth/account-login", wrong, status=401)
    app.post_json("/v1/auth/account-login", right, status=429)
    clock.move(hours=-hours)
    app.post_json("/v1/auth/account-login", right, status=200)


@pytest.mark.usefixtures("production_limits")
def test_guesses_that_a_clock_slightly_ahead_counted_still_count(
    app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    right = {"email": person.email, "password": PASSWORD}
    clock.move(minutes=4)
    for _ in range(10):
        app.post_json("/v1/auth/account-login", {**right, "password": "wrong"}, status=401)
    clock.move(minutes=-4)
    app.post_json("/v1/auth/account-login", right, status=429)


@pytest.mark.usefixtures("production_limits")
def test_servers_whose_clocks_differ_do_not_forget_each_others_guesses(
    app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    wrong = {"email": person.email, "password": "wrong"}
    statuses = []
    for attempt in range(50):
        clock.move(minutes=6 if attempt % 2 == 0 else -6)
        answer = app.post_json("/v1/auth/account-login", wrong, status="*")
        statuses.append(answer.status_int)
    assert set(statuses[-5:]) == {429}


def test_attempts_at_either_come_from_a_known_network() -> None:
    network_kinds = {
        kind
        for kind in throttling.LIMITS
        if throttling.is_known_network([throttling.Attempt(kind, b"", 0)])
    }
    assert network_kinds == {throttling.PASSWORD_IN_NETWORK, throttling.CODE_IN_NETWORK}


@pytest.mark.usefixtures("production_limits")
def test_a_full_window_is_notified_of_once_a_day(
    application: Application, clock: MovableClock
) -> None:
    clock.freeze()
    holder = unique("holder")

    def claim(wrong_codes: int) -> bool:
        for _ in range(wrong_codes):
            count_wrong_code(application, holder)
        with Context.of_system(application).transaction() as ctx:
            return throttling.claim_notice(
                ctx, throttling.CODE_OF_ACCOUNT, holder, timedelta(days=1)
            )

    assert not claim(9)
    assert claim(1)
    clock.move(days=1, seconds=-1)
    assert not claim(10)
    clock.move(seconds=1)
    assert claim(0)
    # A clock that was ahead when it notified the person does not keep the next notice back.
    clock.move(days=-2)
    assert claim(10)
