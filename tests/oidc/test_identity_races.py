"""Simultaneous first sign-ins: one account, one link, one email."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select

from consent_app.accounts.models import Identity, User
from consent_app.accounts.service import delete_identities, lock_user, set_address
from consent_app.application import Application
from tests.support.account_mails import last_token, mails_to
from tests.support.address_changes import as_the_address_changes
from tests.support.factories import bearer, make_person, unique
from tests.support.harness import Harness
from tests.support.issuers import Issuer
from tests.support.waiting import call_within

AT_ONCE = 30


def together(harness: Harness, calls: list[dict[str, Any]]) -> list[Any]:
    """Send all bodies simultaneously, each by its own client."""

    def send(body: dict[str, Any]) -> Any:
        return harness.client().post_json("/v1/auth/identity-provider", body, status="*")

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(send, calls))


def count(application: Application, statement: Callable[[], Any]) -> int:
    with application.database.session(read_only=True) as session:
        return session.scalar(statement()) or 0


def users(application: Application, *emails: str) -> int:
    return count(
        application, lambda: select(func.count()).select_from(User).where(User.email.in_(emails))
    )


def tokens_of(issuer: Issuer, application: Application, email: str) -> list[str]:
    """Return as many tokens of one person as there are requests: each is taken once."""
    claims = issuer.claims(application.now(), email=email)
    return [issuer.sign({**claims, "jti": unique()}) for _ in range(AT_ONCE)]


def test_one_token_opens_one_session(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    token = issuer.token(application.now())
    responses = together(harness, [{"idToken": token, "allowSignup": True}] * AT_ONCE)
    outcomes = Counter(response.json.get("code", "signed in") for response in responses)
    assert outcomes == {"signed in": 1, "invalid_id_token": AT_ONCE - 1}


def test_one_nonce_opens_one_session(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    nonce = harness.client().post("/v1/auth/identity-provider/nonce", status=200).json["nonce"]
    calls = [
        {"idToken": issuer.token(application.now(), nonce=nonce), "allowSignup": True}
        for _ in range(AT_ONCE)
    ]
    responses = together(harness, calls)
    outcomes = Counter(response.json.get("code", "signed in") for response in responses)
    assert outcomes == {"signed in": 1, "invalid_id_token": AT_ONCE - 1}


def test_one_person_makes_one_account(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    email = f"{unique('ida')}@example.com"
    calls = [
        {"idToken": item, "allowSignup": True} for item in tokens_of(issuer, application, email)
    ]
    responses = together(harness, calls)
    assert {response.status_int for response in responses} == {200}
    assert len({response.json["user"]["id"] for response in responses}) == 1
    assert users(application, email) == 1


def test_one_subject_with_many_addresses_makes_one_account(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    subject = unique("subject-")
    emails = [f"{unique('ida')}@example.com" for _ in range(AT_ONCE)]
    calls = [
        {"idToken": issuer.token(application.now(), email=email, sub=subject), "allowSignup": True}
        for email in emails
    ]
    responses = together(harness, calls)
    assert {response.status_int for response in responses} == {200}
    assert len({response.json["user"]["id"] for response in responses}) == 1
    # No account without an identity remains.
    assert users(application, *emails) == 1


def test_many_subjects_at_one_address_are_one_person_and_conflicts(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    email = f"{unique('ida')}@example.com"
    calls = [
        {"idToken": issuer.token(application.now(), email=email), "allowSignup": True}
        for _ in range(AT_ONCE)
    ]
    responses = together(harness, calls)
    outcomes = Counter(response.json.get("code", "signed in") for response in responses)
    assert outcomes == {"signed in": 1, "identity_conflict": AT_ONCE - 1}


def test_an_account_is_linked_once(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    app = harness.client()
    person = make_person(app, application.now())
    token = last_token(harness, person.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": token}, status=200)
    calls = [{"idToken": item} for item in tokens_of(issuer, application, person.email)]
    responses = together(harness, calls)
    assert {response.status_int for response in responses} == {200}
    mails = [m for m in mails_to(harness, person.email) if "linked" in str(m["Subject"])]
    assert len(mails) == 1
    links = count(
        application,
        lambda: (
            select(func.count()).select_from(Identity).join(User).where(User.email == person.email)
        ),
    )
    assert links == 1


def test_an_account_is_emptied_once_and_no_new_session_with_it(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    app = harness.client()
    person = make_person(app, application.now())
    calls = [{"idToken": item} for item in tokens_of(issuer, application, person.email)]
    responses = together(harness, calls)
    assert {response.status_int for response in responses} == {200}
    app.get("/v1/account", headers=bearer(person.account_token), status=401)
    for response in responses:
        app.get("/v1/account", headers=bearer(response.json["accountToken"]), status=200)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_nobody_is_linked_by_an_address_that_the_account_has_just_given_up(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    app = harness.client()
    person = make_person(app, application.now())
    token = last_token(harness, person.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": token}, status=200)
    calls = [{"idToken": issuer.token(application.now(), email=person.email)}]
    (response,) = as_the_address_changes(
        application, person.user_id, lambda: together(harness, calls)
    ).result()
    assert (response.status_int, response.json.get("code")) == (404, "account_not_found")


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_identity_that_has_just_been_unlinked_opens_no_session(
    harness: Harness, application: Application, issuer: Issuer
) -> None:
    first, second = tokens_of(issuer, application, f"{unique('ada')}@example.com")[:2]
    (opened,) = together(harness, [{"idToken": first, "allowSignup": True}])
    user_id = UUID(opened.json["user"]["id"])
    with application.database.transaction() as session:
        # By the address it would be linked again.
        user = lock_user(session, user_id)
        assert user is not None
        set_address(session, user, f"{unique('ida')}@example.com", application.now())
    (refused,) = call_within(
        application,
        lambda session: lock_user(session, user_id),
        lambda: together(harness, [{"idToken": second}]),
        lambda session: delete_identities(session, user_id),
    ).result()
    assert (refused.status_int, refused.json.get("code")) == (404, "account_not_found")
