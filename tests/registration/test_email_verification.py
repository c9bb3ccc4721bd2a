"""Verifying an address by its link, and asking for another one."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select
from webtest import TestApp

from consent_app.accounts.service import find_user_by_email
from consent_app.application import Application
from consent_app.jobs.models import Job
from tests.support.account_mails import last_token, mails_to
from tests.support.address_changes import as_the_address_changes
from tests.support.answers import seen_headers
from tests.support.factories import make_person, register, unique
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import redeem_verification, verify_by_mail


def test_a_verification_works_once_and_keeps_the_first_time(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    email, _ = register(app)
    first = last_token(harness, email, "confirm")
    app.post_json("/v1/auth/email/resend", {"email": email.upper()}, status=204)
    second = last_token(harness, email, "confirm")
    assert first != second
    verified = redeem_verification(app, first)
    assert verified["email"] == email
    clock.move(minutes=5)
    assert redeem_verification(app, second) == verified
    for token in (first, second, "unknown"):
        assert redeem_verification(app, token, 400)["code"] == "invalid_link"


def test_a_later_link_casts_no_doubt_on_a_proved_account(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    first = last_token(harness, person.email, "confirm")
    app.post_json("/v1/auth/email/resend", {"email": person.email}, status=204)
    second = last_token(harness, person.email, "confirm")
    redeem_verification(app, first, proof=person.account_token)
    redeem_verification(app, second)
    with application.database.session(read_only=True) as session:
        user = find_user_by_email(session, person.email)
        assert user is not None
        assert user.unproved_until is None


def test_a_verification_expires_after_three_days(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    email, _ = register(app)
    token = last_token(harness, email, "confirm")
    clock.move(days=3, seconds=1)
    assert redeem_verification(app, token, 400)["code"] == "invalid_link"


def test_resending_reveals_nothing_and_mails_unverified_accounts_only(
    harness: Harness, app: TestApp, application: Application
) -> None:
    waiting, _ = register(app)
    response, _ = register(app)
    verify_by_mail(harness, app, response)
    unknown = f"{unique()}@example.com"
    before = {email: len(mails_to(harness, email)) for email in (waiting, response, unknown)}
    answers, jobs = set(), []
    for email in (waiting, response, unknown):
        with application.database.session(read_only=True) as session:
            count = session.scalar(select(func.count()).select_from(Job)) or 0
        answer = app.post_json("/v1/auth/email/resend", {"email": email}, status=204)
        answers.add((answer.body, seen_headers(answer)))
        with application.database.session(read_only=True) as session:
            jobs.append((session.scalar(select(func.count()).select_from(Job)) or 0) - count)
    assert len(answers) == 1
    assert jobs == [1, 1, 1]
    after = {email: len(mails_to(harness, email)) for email in (waiting, response, unknown)}
    assert [after[email] - before[email] for email in (waiting, response, unknown)] == [1, 0, 0]


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_no_link_goes_to_an_address_that_the_account_has_just_given_up(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    before = len(mails_to(harness, person.email))
    app.post_json("/v1/auth/email/resend", {"email": person.email}, status=204)
    as_the_address_changes(
        application, person.user_id, lambda: harness.run_jobs("sign_in.resend_confirmation")
    )
    assert len(mails_to(harness, person.email)) == before
