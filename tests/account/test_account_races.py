"""Of any number of simultaneous uses of one code on one's account exactly one succeeds.

``RACE_ROUNDS`` and ``RACE_AT_ONCE`` work as in ``test_races``.
"""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from sqlalchemy import delete
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from tests.account.test_profile import account
from tests.sign_in import test_sign_in_races as test_races
from tests.sign_in.test_sign_in_races import AT_ONCE, assert_one, challenge, race
from tests.support.account_mails import reset_token
from tests.support.factories import PASSWORD, bearer, make_panel, make_person
from tests.support.harness import Harness, MovableClock

if test_races.ROUNDS > 1:
    _cheap, _round = test_races._cheap, test_races._round


def test_one_authenticator_code_replaces_the_backup_codes_once(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    body = {"code": person.code(clock())}
    headers = bearer(person.account_token)
    assert_one(race(harness, "/v1/account/backup-codes", lambda _: body, headers=headers))
    assert account(app, person.account_token)["secondFactor"]["backupCodesLeft"] == 10


def test_the_codes_of_one_set_replace_it_once(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    """Each code is right when it is checked; the first replacement invalidates the others."""
    person = make_person(app, clock())
    codes = person.backup_codes
    headers = bearer(person.account_token)
    statuses = race(
        harness,
        "/v1/account/backup-codes",
        lambda number: {"code": codes[number % len(codes)]},
        headers=headers,
    )
    assert_one(statuses)
    assert account(app, person.account_token)["secondFactor"]["backupCodesLeft"] == 10


def test_one_account_is_deleted_once(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    body = {"password": PASSWORD, "code": person.backup_codes[0]}
    headers = bearer(person.account_token)
    statuses = race(harness, "/v1/account/delete", lambda _: body, headers=headers)
    assert_one(statuses, 204)


def test_one_password_is_changed_once(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    statuses = race(
        harness,
        "/v1/account/password",
        lambda number: {"currentPassword": PASSWORD, "newPassword": f"another horse {number}"},
        headers=bearer(person.account_token),
    )
    assert_one(statuses, 204)


def test_a_reset_and_a_change_of_password_do_not_wait_for_each_other(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    token = reset_token(harness, app, person.email)
    change = {"currentPassword": PASSWORD, "newPassword": "another horse 1"}
    calls: list[tuple[str, dict[str, str]]] = [
        ("/v1/auth/password-reset/confirm", {"token": token, "password": "a third horse 2"}),
        ("/v1/account/password", change),
    ]
    start = Barrier(2)

    def run(call: tuple[str, dict[str, str]]) -> int:
        client = harness.client()
        start.wait()
        headers = bearer(person.account_token)
        status: int = client.post_json(*call, headers=headers, expect_errors=True).status_int
        return status

    with ThreadPoolExecutor(2) as pool:
        reset, changed = pool.map(run, calls)
    # The first request leaves nothing for the other.
    assert (reset, changed) in {(204, 401), (400, 204)}


def test_a_burst_of_wrong_codes_evaluates_no_more_than_the_limit(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    headers = bearer(person.account_token)
    body = {"code": "000000"}
    counts: Counter[int] = Counter()
    for _ in range(-(-120 // AT_ONCE)):
        counts += race(harness, "/v1/account/backup-codes", lambda _: body, headers=headers)
    assert counts[401] <= 100, counts  # ten times 10, in development
    assert counts[429] > 0, counts
    assert set(counts) <= {401, 429, 503}, counts


def test_requests_during_an_accounts_deletion_are_refused(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    token, person = panel.access_token, panel.person
    slug = panel.organization["slug"]
    login = {"email": person.email, "password": PASSWORD}
    body = {"challengeToken": challenge(app, person.email), "code": person.backup_codes[0]}
    requests: list[tuple[str, dict[str, Any], str]] = [
        ("auth/account-login", login, ""),
        ("auth/2fa/verify", body, ""),
        ("auth/refresh", {"refreshToken": panel.refresh_token}, ""),
        ("auth/handoff", {"orgSlug": slug}, token),
        ("api-keys", {"name": "Tests"}, token),
        ("account/backup-codes", {"code": person.backup_codes[1]}, token),
    ]

    def send(request: tuple[str, dict[str, Any], str]) -> int:
        path, body, token = request
        response = harness.client().post_json(
            f"/v1/{path}", body, headers=bearer(token), expect_errors=True
        )
        return int(response.status_int)

    with ThreadPoolExecutor(len(requests)) as pool:
        with application.database.transaction() as session:
            session.execute(delete(User).where(User.email == person.email))
            sent = pool.map(send, requests)
            # On PostgreSQL each comes as far as to write of the account; on SQLite it waits before.
            time.sleep(2)
        assert set(sent) <= {401, 503}
    assert set(map(send, requests)) == {401}
