"""Proving again who one is: what is counted, and what is not."""

from __future__ import annotations

import pytest
from sqlalchemy import update
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from tests.account.test_profile import account
from tests.support.account_mails import subjects
from tests.support.credential_changes import NEW, change, login, replace, verify
from tests.support.factories import PASSWORD, make_person
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import verify_by_mail


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
