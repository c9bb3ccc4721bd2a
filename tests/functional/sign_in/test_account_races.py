"""Of any number of simultaneous uses of one code on one's account exactly one succeeds."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import delete
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.runtime import Runtime
from tests.factories import PASSWORD, bearer, make_person
from tests.functional.sign_in.test_account import account
from tests.functional.sign_in.test_races import AT_ONCE, assert_one, race
from tests.worlds import MovableClock, World


def test_one_authenticator_code_replaces_the_backup_codes_once(
    world: World, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    body = {"code": person.code(clock())}
    headers = bearer(person.account_token)
    assert_one(race(world, "/v1/account/backup-codes", lambda _: body, headers=headers))
    assert account(app, person.account_token)["secondFactor"]["backupCodesLeft"] == 10


def test_the_codes_of_one_set_replace_it_once(
    world: World, app: TestApp, clock: MovableClock
) -> None:
    """Each of them is right when it is looked at; the first replacement takes the rest away."""
    person = make_person(app, clock())
    codes = person.backup_codes
    headers = bearer(person.account_token)
    statuses = race(
        world,
        "/v1/account/backup-codes",
        lambda number: {"code": codes[number % len(codes)]},
        headers=headers,
    )
    assert_one(statuses)
    assert account(app, person.account_token)["secondFactor"]["backupCodesLeft"] == 10


def test_one_account_is_deleted_once(world: World, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    body = {"password": PASSWORD, "code": person.backup_codes[0]}
    headers = bearer(person.account_token)
    statuses = race(world, "/v1/account/delete", lambda _: body, headers=headers)
    assert_one(statuses, 204)


def test_one_password_is_changed_once(world: World, app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    statuses = race(
        world,
        "/v1/account/password",
        lambda number: {"currentPassword": PASSWORD, "newPassword": f"another horse {number}"},
        headers=bearer(person.account_token),
    )
    assert_one(statuses, 204)


def test_a_burst_of_wrong_codes_evaluates_no_more_than_the_limit(
    world: World, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    headers = bearer(person.account_token)
    body = {"code": "000000"}
    told: Counter[int] = Counter()
    for _ in range(-(-120 // AT_ONCE)):
        told += race(world, "/v1/account/backup-codes", lambda _: body, headers=headers)
    assert told[401] <= 100, told  # ten times 10, in development
    assert told[429] > 0, told
    assert set(told) <= {401, 429, 503}, told


def test_signing_in_while_the_account_goes_is_refused(
    world: World, app: TestApp, runtime: Runtime, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    login = {"email": person.email, "password": PASSWORD}

    def sign_in() -> int:
        answer = world.client().post_json("/v1/auth/account-login", login, expect_errors=True)
        return int(answer.status_int)

    with ThreadPoolExecutor(1) as pool:
        with runtime.database.transaction() as session:
            session.execute(delete(User).where(User.email == person.email))
            signing_in = pool.submit(sign_in)
            # By then it waits for this transaction: on PostgreSQL at its last step, on SQLite at
            # its first.
            time.sleep(1)
        assert signing_in.result() in (401, 503)
    assert sign_in() == 401
