"""Another address for one's account, and those who want one for somebody else's."""

from __future__ import annotations

import threading
from typing import Any
from uuid import UUID

import pytest
from webtest import TestApp

from consent_app.account.mails import VERIFY_NEW_ADDRESS
from consent_app.accounts.service import lock_user, mark_verified
from consent_app.application import Application
from consent_app.context import Context
from consent_app.registration import admin
from tests.support.account_mails import (
    disown_token_in,
    last_token,
    mails_to,
    reset_token,
    subjects,
    text_of,
)
from tests.support.audit import events_of
from tests.support.factories import PASSWORD, Person, bearer, make_panel, make_person, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import verify_address
from tests.support.waiting import call_within

WORD_JOINER = "\u2060"
NEW_PASSWORD = "my own again"


def new_address() -> str:
    return f"{unique('king')}@example.org"


def ask(
    app: TestApp, person: Person, email: str, clock: MovableClock, status: int = 204, **changes: Any
) -> Any:
    clock.move(minutes=1)
    body = {"email": email, "password": PASSWORD, "code": person.code(clock()), **changes}
    headers = bearer(person.account_token)
    return app.post_json("/v1/account/email", body, headers=headers, status=status)


def follow(app: TestApp, token: str, status: int = 200) -> dict[str, Any]:
    body = {"token": token}
    answer: dict[str, Any] = app.post_json("/v1/auth/email/verify", body, status=status).json
    return answer


def log_in(
    app: TestApp, email: str, status: int = 200, *, password: str = PASSWORD
) -> dict[str, Any]:
    body = {"email": email, "password": password}
    answer: dict[str, Any] = app.post_json("/v1/auth/account-login", body, status=status).json
    return answer


def test_an_address_changes_when_its_owner_follows_the_link(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = verify_address(harness, make_panel(app, clock()))
    person, former, email = panel.person, panel.person.email, new_address()
    reset = reset_token(harness, app, former)
    ask(app, person, email, clock)
    assert events_of(application, person.user_id)[-1] == ("account.address_change_asked", "success")
    assert "A new email address was requested" in subjects(harness, former)
    assert email not in text_of(mails_to(harness, former)[-1])
    # Whose account it is: somebody else recognises that it is not theirs.
    asked = text_of(mails_to(harness, email)[-1])
    assert f"{former[0]}•••@{former.partition('@')[2]}" in asked.replace(WORD_JOINER, "")
    # … whose domain, which its owner chose, is no link.
    assert former.partition("@")[2] not in asked
    # Nothing has changed yet.
    log_in(app, former)
    log_in(app, email, 401)
    token = last_token(harness, email, "confirm")
    assert follow(app, token)["email"] == email
    assert events_of(application, person.user_id)[-1] == ("account.address_changed", "success")
    assert email not in text_of(mails_to(harness, former)[-1])
    follow(app, token, 400)
    log_in(app, email)
    log_in(app, former, 401)
    for address in (former, email):
        assert "The email address of your account was changed" in subjects(harness, address)
    body = {"token": reset, "password": "a thief's password"}
    app.post_json("/v1/auth/password-reset/confirm", body, status=400)
    account = panel.get("/v1/account", status=200).json
    assert account["email"] == email
    assert account["emailVerifiedAt"] is not None


def test_a_mail_that_the_former_release_wrote_is_sent_without_the_present_address() -> None:
    _, text = VERIFY_NEW_ADDRESS.text("de", {"site": "consent.example", "url": "https://x.example"})
    assert text.paragraphs == (
        "Ein Konto bei consent.example soll künftig diese E-Mail-Adresse haben. Bestätigen Sie,"
        " dass die Adresse Ihnen gehört:",
    )


def reset(harness: Harness, app: TestApp, email: str) -> None:
    body = {"token": reset_token(harness, app, email), "password": NEW_PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)


def reset_password(harness: Harness, app: TestApp, person: Person) -> None:
    reset(harness, app, person.email)


def change_password(harness: Harness, app: TestApp, person: Person) -> None:
    body = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    headers = bearer(person.account_token)
    app.post_json("/v1/account/password", body, headers=headers, status=204)


def by_operator(action: Any) -> Any:
    def act(harness: Harness, app: TestApp, person: Person) -> None:
        with Context.of_operator(harness.application).transaction() as ctx:
            action(ctx, person.email)

    return act


@pytest.mark.parametrize(
    "act",
    [
        reset_password,
        change_password,
        by_operator(admin.end_sessions),
        by_operator(admin.reset_second_factor),
        by_operator(admin.disable),
    ],
    ids=["reset", "change", "sessions ended", "second factor reset", "disabled"],
)
def test_a_thiefs_change_of_address_ends_with_every_remedy(
    harness: Harness, app: TestApp, clock: MovableClock, act: Any
) -> None:
    person = verify_address(harness, make_panel(app, clock())).person
    email = new_address()
    ask(app, person, email, clock)
    token = last_token(harness, email, "confirm")
    act(harness, app, person)
    follow(app, token, 400)


def test_password_and_code_must_both_be_right(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    person, email = make_person(app, clock()), new_address()
    refused = ask(app, person, email, clock, 401, password="wrong").json
    assert refused["code"] == "invalid_credentials"
    assert ask(app, person, email, clock, 401, code="000000").json["code"] == "invalid_code"
    refusal = ("account.address_change_asked", "refused")
    assert events_of(application, person.user_id)[-2:] == [refusal, refusal]
    refused = ask(app, person, f"Ada <{email}>", clock, 400).json
    assert refused["errors"][0]["pointer"] == "#/email"
    assert mails_to(harness, email) == []


def test_a_verified_account_keeps_its_address(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    clock.freeze()
    person = make_person(app, clock())
    other_person = verify_address(harness, make_panel(app, clock())).person
    assert ask(app, person, other_person.email.upper(), clock, 409).json["code"] == "email_taken"
    # The refusal spent the code all the same.
    clock.move(minutes=-1)
    assert ask(app, person, new_address(), clock, 401).json["code"] == "invalid_code"
    # One that comes between the wish and the link counts too.
    email = new_address()
    ask(app, person, email, clock)
    token = last_token(harness, email, "confirm")
    verify_address(harness, make_panel(app, clock(), email=email))
    follow(app, token, 400)
    log_in(app, person.email)


def test_a_previous_registrant_of_the_new_address_loses_it(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person, email = make_person(app, clock()), new_address()
    squatter = make_panel(app, clock(), email=email)
    ask(app, person, email, clock)
    follow(app, last_token(harness, email, "confirm"))
    squatter.get("/v1/domains", status=401)
    headers = bearer(person.account_token)
    assert app.get("/v1/account", headers=headers).json["email"] == email


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_previous_registrant_who_verifies_the_address_meanwhile_keeps_it(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    person, email = make_person(app, clock()), new_address()
    holder = make_panel(app, clock(), email=email)
    ask(app, person, email, clock)
    token, holder_id = last_token(harness, email, "confirm"), UUID(holder.person.user_id)
    call_within(
        application,
        lambda session: lock_user(session, holder_id),
        lambda: follow(app, token, 400),
        lambda session: mark_verified(session, holder_id, clock()),
    ).result()
    holder.get("/v1/domains", status=200)


def test_only_the_newest_request_counts_for_three_days(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person, first, second = make_person(app, clock()), new_address(), new_address()
    ask(app, person, first, clock)
    ask(app, person, second, clock)
    follow(app, last_token(harness, first, "confirm"), 400)
    clock.move(days=3, seconds=1)
    follow(app, last_token(harness, second, "confirm"), 400)


def test_two_want_one_address_at_once(harness: Harness, app: TestApp, clock: MovableClock) -> None:
    people, email, tokens = [make_person(app, clock()) for _ in range(2)], new_address(), []
    for person in people:
        ask(app, person, email, clock)
        tokens.append(last_token(harness, email, "confirm"))
    statuses: list[int] = []

    def redeem(token: str) -> None:
        body = {"token": token}
        response = app.post_json("/v1/auth/email/verify", body, expect_errors=True)
        statuses.append(response.status_int)

    threads = [threading.Thread(target=redeem, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 400]


@pytest.mark.parametrize("purpose", ["reset", "confirm"])
def test_another_link_changes_no_address(
    harness: Harness, app: TestApp, application: Application, purpose: str
) -> None:
    person = make_person(app, application.now())
    app.post_json("/v1/auth/password-reset/request", {"email": person.email}, status=204)
    token = last_token(harness, person.email, purpose)
    status = 200 if purpose == "confirm" else 400
    follow(app, token, status)
    headers = bearer(person.account_token)
    assert app.get("/v1/account", headers=headers).json["email"] == person.email


def test_the_owner_of_the_former_address_can_still_delete_an_account_they_did_not_make(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person, email = make_person(app, clock()), new_address()
    # The owner follows an unrequested link; the first registrant moves the account away.
    follow(app, last_token(harness, person.email, "confirm"))
    ask(app, person, email, clock)
    token = disown_token_in(mails_to(harness, person.email)[-1])
    follow(app, last_token(harness, email, "confirm"))
    app.post_json("/v1/auth/email/disown", {"token": token}, status=204)
    log_in(app, email, 401)


def test_a_reset_at_another_address_takes_nothing_from_the_owner_of_the_former_one(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person, email = make_person(app, clock()), new_address()
    follow(app, last_token(harness, person.email, "confirm"))
    ask(app, person, email, clock)
    token = disown_token_in(mails_to(harness, person.email)[-1])
    follow(app, last_token(harness, email, "confirm"))
    # It proves the new address, but not the one with which the account was registered.
    reset(harness, app, email)
    assert log_in(app, email, password=NEW_PASSWORD)["twoFactorRequired"] is True
    app.post_json("/v1/auth/email/disown", {"token": token}, status=204)
    log_in(app, email, 401, password=NEW_PASSWORD)


def test_another_spelling_of_an_address_settles_no_doubt(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    follow(app, last_token(harness, person.email, "confirm"))
    clock.move(minutes=1)
    spelling = person.email.upper()
    ask(app, person, spelling, clock)
    follow(app, last_token(harness, spelling, "confirm"))
    reset(harness, app, spelling)
    assert log_in(app, spelling, password=NEW_PASSWORD)["twoFactorSetupRequired"] is True


def test_the_owner_of_the_former_address_does_not_see_the_new_one(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person, email = make_person(app, clock()), new_address()
    follow(app, last_token(harness, person.email, "confirm"))
    ask(app, person, email, clock)
    body = {"token": disown_token_in(mails_to(harness, person.email)[-1])}
    before = app.post_json("/v1/auth/email/registration", body, status=200).json
    follow(app, last_token(harness, email, "confirm"))
    after = app.post_json("/v1/auth/email/registration", body, status=200).json
    assert (before["email"], after["email"]) == (person.email, f"{email[0]}•••@example.org")
