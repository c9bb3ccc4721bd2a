"""Proving again who one is: what is counted, and what is not."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import update
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.accounts.service import lock_user
from consent_app.application import Application
from consent_app.sessions.service import end_all_sessions
from tests.account.test_profile import account
from tests.support.account_mails import subjects
from tests.support.credential_changes import NEW, change, login, replace, verify
from tests.support.factories import PASSWORD, make_person
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import verify_by_mail
from tests.support.waiting import call_within


@pytest.mark.usefixtures("production_limits")
def test_wrong_current_passwords_and_wrong_ones_at_sign_in_count_together(
    app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    for number in range(10):
        if number % 2:
            login(app, person, "not the password", 401)
        else:
            change(app, person.account_token, 401, current="not the password")
    response = change(app, person.account_token, 429)
    assert response.json["code"] == "rate_limited"
    assert int(response.headers["Retry-After"]) > 0
    login(app, person, PASSWORD, 429)
    clock.move(minutes=5)
    change(app, person.account_token)


@pytest.mark.usefixtures("production_limits")
def test_a_correct_password_is_not_counted_as_a_failure(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    for number in range(11):
        words = [PASSWORD, NEW]
        change(app, person.account_token, current=words[number % 2], new=words[1 - number % 2])


def test_an_account_without_a_password_gets_instructions(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    with application.database.transaction() as session:
        session.execute(update(User).where(User.email == person.email).values(password_hash=None))
    assert account(app, person.account_token)["hasPassword"] is False
    refused = change(app, person.account_token, 400).json
    assert [field_error["pointer"] for field_error in refused["errors"]] == ["#/currentPassword"]
    assert "reset" in refused["errors"][0]["message"].lower()


@pytest.mark.usefixtures("production_limits")
def test_wrong_codes_count_with_those_of_challenges(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    verify_by_mail(harness, app, person.email, person.account_token)
    clock.move(minutes=1)
    for _ in range(10):
        replace(app, person.account_token, "000000", 401)
    assert replace(app, person.account_token, person.code(clock()), 429)["code"] == "rate_limited"
    assert sum("wrong codes" in subject for subject in subjects(harness, person.email)) == 1
    verify(app, person, person.code(clock()), 429)
    clock.move(minutes=5)
    replace(app, person.account_token, person.code(clock()))


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_session_that_ends_meanwhile_changes_nothing(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    user_id, code = UUID(person.user_id), person.code(clock())
    called = call_within(
        application,
        lambda session: lock_user(session, user_id),
        lambda: replace(app, person.account_token, code, 401),
        lambda session: end_all_sessions(session, user_id, clock()),
    )
    assert called.result()["code"] == "unauthenticated"
    verify(app, person, person.backup_codes[0])
