"""Which accounts an ID token signs in to, and which not."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update
from webtest import TestApp

from consent_app.accounts.models import Identity, User
from consent_app.application import Application
from consent_app.context import Context
from consent_app.events.models import AuditEvent
from consent_app.registration import admin
from tests.support.account_mails import last_token, mails_to, subjects, text_of
from tests.support.factories import (
    PASSWORD,
    Panel,
    Person,
    bearer,
    make_key,
    make_panel,
    make_person,
    register,
    unique,
)
from tests.support.harness import Harness, MovableClock
from tests.support.issuers import Issuer
from tests.support.mail_links import verify_by_mail
from tests.support.suspensions import suspend

SignIn = Callable[..., dict[str, Any]]


def address() -> str:
    return f"{unique('ida')}@example.com"


def verified_person(harness: Harness, app: TestApp) -> Person:
    person = make_person(app, harness.application.now())
    verify_by_mail(harness, app, person.email, person.account_token)
    return person


def verified_panel(harness: Harness, app: TestApp) -> Panel:
    panel = make_panel(app, harness.application.now())
    verify_by_mail(harness, app, panel.person.email, panel.person.account_token)
    return panel


def user_of(application: Application, email: str) -> User | None:
    with application.database.session(read_only=True) as session:
        return session.scalars(select(User).where(User.email_key == email.lower())).one_or_none()


def identities_of(application: Application, user_id: Any) -> list[tuple[str, str]]:
    with application.database.session(read_only=True) as session:
        rows = session.execute(
            select(Identity.issuer, Identity.subject).where(Identity.user_id == user_id)
        )
        return [tuple(row) for row in rows]


def events_of(application: Application, email: str) -> list[tuple[str, str, dict[str, str]]]:
    user = user_of(application, email)
    assert user is not None
    with application.database.session(read_only=True) as session:
        rows = session.scalars(
            select(AuditEvent).where(AuditEvent.actor_id == user.id).order_by(AuditEvent.id)
        )
        return [
            (row.event, row.outcome, {change["name"]: change["after"] for change in row.detail})
            for row in rows
        ]


def linked_mails(harness: Harness, email: str) -> list[str]:
    return [text_of(m) for m in mails_to(harness, email) if "linked" in str(m["Subject"])]


@pytest.mark.parametrize("body", [{}, {"allowSignup": False}])
def test_an_unknown_address_is_reported(
    sign_in: SignIn, application: Application, body: dict[str, Any]
) -> None:
    email = address()
    assert sign_in(404, email=email, **body)["code"] == "account_not_found"
    assert user_of(application, email) is None


def test_an_unknown_address_gets_an_account_where_that_is_allowed(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application, issuer: Issuer
) -> None:
    email, subject = address(), unique("subject-")
    claims = {"email": email, "sub": subject, "name": "  Ida Rhodes "}
    session = sign_in(allowSignup=True, **claims)
    assert session.keys() == {"accountToken", "user"}
    user = user_of(application, email)
    assert user is not None
    assert session["user"] == {"id": str(user.id), "email": email}
    assert (user.name, user.password_hash) == ("Ida Rhodes", None)
    assert user.verified_at is not None
    assert identities_of(application, user.id) == [(issuer.url, subject)]
    # The account is complete, and its address is already verified.
    app.post_json("/v1/billing/demo", {}, headers=bearer(session["accountToken"]), status=201)
    assert mails_to(harness, email) == []
    # The next time neither leave nor the address is needed.
    for other in (email, email.upper(), address()):
        assert sign_in(**{**claims, "email": other})["user"] == session["user"]
    assert [event[:2] for event in events_of(application, email)] == [
        ("account.registered", "success"),
        ("sign_in.identity", "success"),
        ("workspace.created", "success"),
        ("handoff.created", "success"),
        *[("sign_in.identity", "success")] * 3,
    ]


@pytest.mark.parametrize(
    "name", ["I", " " * 9, "x" * 101, "https://spam.example", "a\x00b", "\ud800x"]
)
def test_a_name_that_registration_would_refuse_is_left_out(
    sign_in: SignIn, application: Application, name: str
) -> None:
    email = address()
    sign_in(allowSignup=True, email=email, name=name)
    user = user_of(application, email)
    assert user is not None
    assert user.name is None


@pytest.mark.parametrize(
    "name", ["\u0633\u0627\u0631\u0627\u200c\u062f\u062e\u062a", "Ana\u00a0Mar\u00eda"]
)
def test_a_name_that_registration_would_accept_is_kept(
    sign_in: SignIn, application: Application, name: str
) -> None:
    email = address()
    sign_in(allowSignup=True, email=email, name=name)
    user = user_of(application, email)
    assert user is not None
    assert user.name == name


def test_no_password_is_accepted_for_an_account_without_one(app: TestApp, sign_in: SignIn) -> None:
    email = address()
    sign_in(allowSignup=True, email=email)
    for password in (PASSWORD, "x"):
        body = {"email": email, "password": password}
        refused = app.post_json("/v1/auth/account-login", body, status=401)
        assert refused.json["code"] == "invalid_credentials"
    app.post_json("/v1/auth/register", {"email": email, "password": PASSWORD}, status=409)


@pytest.mark.parametrize("mode", ["invite", "closed"])
def test_a_server_that_takes_no_registrations_makes_no_account(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application, mode: Any
) -> None:
    email, person = address(), verified_person(harness, app)
    open_settings = application.settings
    application.settings = dataclasses.replace(open_settings, signup=mode)
    try:
        assert sign_in(403, email=email, allowSignup=True)["code"] == "signup_closed"
        assert sign_in(404, email=email)["code"] == "account_not_found"
        assert user_of(application, email) is None
        assert sign_in(email=person.email)["user"]["id"] == person.user_id
    finally:
        application.settings = open_settings


def test_an_address_that_the_provider_did_not_verify(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    new, existing = address(), verified_person(harness, app).email
    for email in (new, existing):
        refused = sign_in(403, email=email, email_verified=False, allowSignup=True)
        assert refused["code"] == "email_not_verified"
    assert user_of(application, new) is None
    user = user_of(application, existing)
    assert user is not None
    assert identities_of(application, user.id) == []


def test_a_verified_account_is_linked_and_its_owner_notified(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application, issuer: Issuer
) -> None:
    person, subject = verified_person(harness, app), unique("subject-")
    session = sign_in(email=person.email.upper(), sub=subject)
    assert session["user"] == {"id": person.user_id, "email": person.email}
    [text] = linked_mails(harness, person.email)
    assert issuer.url.removeprefix("http://") in text
    assert events_of(application, person.email)[-2:] == [
        ("identity.linked", "success", {"issuer": issuer.url}),
        ("sign_in.identity", "success", {"issuer": issuer.url}),
    ]
    # What the owner had is still there: sessions, password, second factor.
    app.get("/v1/account", headers=bearer(person.account_token), status=200)
    body = {"email": person.email, "password": PASSWORD}
    answer = app.post_json("/v1/auth/account-login", body, status=200).json
    assert answer["twoFactorRequired"] is True
    # It is linked once.
    sign_in(email=person.email, sub=subject)
    assert len(linked_mails(harness, person.email)) == 1


def test_the_mail_is_in_the_owners_language(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    person = verified_person(harness, app)
    with application.database.transaction() as session:
        session.execute(update(User).where(User.email == person.email).values(locale="de"))
    sign_in(email=person.email)
    assert "verknüpft" in str(mails_to(harness, person.email)[-1]["Subject"])


def test_a_linked_person_is_found_by_subject_after_an_address_change(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    person, other_person = verified_person(harness, app), verified_person(harness, app)
    subject = unique("subject-")
    sign_in(email=person.email, sub=subject)
    # The provider gives the address of somebody else now: still the same person.
    session = sign_in(email=other_person.email, sub=subject)
    assert session["user"] == {"id": person.user_id, "email": person.email}
    assert linked_mails(harness, other_person.email) == []


def test_another_subject_of_the_same_provider_is_a_conflict(
    harness: Harness,
    app: TestApp,
    sign_in: SignIn,
    application: Application,
    issuers: tuple[Issuer, Issuer],
) -> None:
    person = verified_person(harness, app)
    sign_in(email=person.email, sub="first-" + person.user_id)
    refused = sign_in(403, email=person.email, sub="other-" + person.user_id, allowSignup=True)
    assert refused["code"] == "identity_conflict"
    assert events_of(application, person.email)[-1] == (
        "sign_in.identity",
        "refused",
        {"issuer": issuers[0].url, "reason": "identity_conflict"},
    )
    # Another provider's subject does not count, even with the same text.
    token = issuers[1].token(application.now(), email=person.email, sub="first-" + person.user_id)
    assert sign_in(token=token)["user"]["id"] == person.user_id
    assert len(linked_mails(harness, person.email)) == 2


def test_a_subject_is_one_person_for_each_provider(
    sign_in: SignIn, application: Application, issuers: tuple[Issuer, Issuer]
) -> None:
    subject = unique("subject-")
    first = sign_in(email=address(), sub=subject, allowSignup=True)
    token = issuers[1].token(application.now(), email=address(), sub=subject)
    second = sign_in(token=token, allowSignup=True)
    assert first["user"]["id"] != second["user"]["id"]


def test_a_previous_registrants_data_does_not_survive(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application, clock: MovableClock
) -> None:
    # Somebody registers another's address, enrols, gets a workspace and a key, and waits.
    panel = make_panel(app, clock())
    person, key = panel.person, make_key(panel)
    clock.move(minutes=1)
    body = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    handoff = panel.post("/v1/auth/account-handoff", status=200).json["code"]
    # Its owner comes through the provider.
    session = sign_in(email=person.email)
    assert session["user"] == {"id": person.user_id, "email": person.email}
    for token in (person.account_token, panel.access_token):
        app.get("/v1/account", headers=bearer(token), status=401)
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    app.post_json("/v1/auth/account-handoff/exchange", {"code": handoff}, status=401)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    app.post_json("/v1/auth/account-login", body, status=401)
    clock.move(minutes=1)
    for code in (person.code(clock()), person.backup_codes[0]):
        answer = {"challengeToken": challenge, "code": code}
        app.post_json("/v1/auth/2fa/verify", answer, status=401)
    app.post_json("/v1/auth/login", {**body, "orgSlug": panel.organization["slug"]}, status=401)
    account = app.get("/v1/account", headers=bearer(session["accountToken"]), status=200).json
    assert account["workspaces"] == []
    assert account["hasPassword"] is False
    assert account["secondFactor"]["enrolledAt"] is None
    assert account["emailVerifiedAt"] is not None
    linked = next(e for e in events_of(application, person.email) if e[0] == "identity.linked")
    assert linked[2]["emptied"] == "true"
    # The verification email went to the owner; its token is of no use to anyone now.
    token = last_token(harness, person.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": token}, status=400)


def test_a_registration_without_enrolment_is_emptied_too(app: TestApp, sign_in: SignIn) -> None:
    email, challenge = register(app)
    sign_in(email=email)
    app.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}, status=401)
    app.post_json("/v1/auth/account-login", {"email": email, "password": PASSWORD}, status=401)


def test_a_member_gets_a_session_of_the_workspace(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    panel = verified_panel(harness, app)
    slug = panel.organization["slug"]
    session = sign_in(email=panel.person.email, orgSlug=slug)
    assert session.keys() == {"accessToken", "refreshToken", "user", "organization"}
    assert session["organization"] == panel.organization
    app.get("/v1/domains", headers=bearer(session["accessToken"]), status=200)
    app.post_json("/v1/auth/refresh", {"refreshToken": session["refreshToken"]}, status=200)


def test_non_members_get_the_answer_for_an_unknown_workspace(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    strangers = verified_panel(harness, app).organization["slug"]
    person, new = verified_person(harness, app), address()
    answers = [
        sign_in(404, email=email, orgSlug=slug, allowSignup=True)
        for slug in (strangers, unique("nowhere-"), "x", "💥", "_")
        for email in (person.email, new)
    ]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["code"] == "not_found"
    # What was refused left nothing behind: no account, no link, no mail.
    assert user_of(application, new) is None
    user = user_of(application, person.email)
    assert user is not None
    assert identities_of(application, user.id) == []
    assert linked_mails(harness, person.email) == []


def test_a_refused_workspace_empties_no_account(
    app: TestApp, sign_in: SignIn, application: Application
) -> None:
    panel = make_panel(app, application.now())
    # The creator of this workspace loses it once the owner of the address signs in.
    refused = sign_in(404, email=panel.person.email, orgSlug=panel.organization["slug"])
    assert refused["code"] == "not_found"
    panel.get("/v1/domains", status=200)


def test_a_suspended_workspace_is_shown_to_members_only(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    panel = verified_panel(harness, app)
    slug = panel.organization["slug"]
    suspend(application, slug)
    refused = sign_in(403, email=panel.person.email, orgSlug=slug)
    assert refused["code"] == "workspace_suspended"
    stranger = verified_person(harness, app)
    assert sign_in(404, email=stranger.email, orgSlug=slug)["code"] == "not_found"
    sign_in(email=panel.person.email)


def test_a_deleted_account_takes_its_identity_along(
    sign_in: SignIn, application: Application
) -> None:
    email, subject = address(), unique("subject-")
    first = sign_in(email=email, sub=subject, allowSignup=True)["user"]["id"]
    with application.database.transaction() as session:
        session.execute(delete(User).where(User.email == email))
    assert sign_in(404, email=email, sub=subject)["code"] == "account_not_found"
    second = sign_in(email=email, sub=subject, allowSignup=True)["user"]["id"]
    assert first != second
    with application.database.session(read_only=True) as session:
        stored = session.scalar(
            select(func.count()).select_from(Identity).where(Identity.subject == subject)
        )
    assert stored == 1


def test_a_providers_sign_in_removes_what_a_first_comer_left(
    harness: Harness, app: TestApp, application: Application, sign_in: SignIn
) -> None:
    # Someone registers another's address; its owner presses the link in the email.
    panel = make_panel(app, application.now())
    email, key = panel.person.email, make_key(panel)
    verify_by_mail(harness, app, email)
    panel.get("/v1/domains", status=200)
    session = sign_in(email=email, sub=unique())
    panel.get("/v1/domains", status=401)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    app.post_json("/v1/auth/account-login", {"email": email, "password": PASSWORD}, status=401)
    account = app.get("/v1/account", headers=bearer(session["accountToken"])).json
    assert account["secondFactor"]["enrolledAt"] is None
    assert account["hasPassword"] is False
    assert len(account["workspaces"]) == 1
    sent = subjects(harness, email)
    assert any("removed" in subject for subject in sent)


def test_identities_are_listed_and_unlinked(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    person = verified_person(harness, app)
    other_person = make_person(app, application.now())
    sign_in(email=person.email, sub=unique())
    headers = bearer(person.account_token)
    [listed] = app.get("/v1/account/identities", headers=headers, status=200).json
    assert listed["provider"] in listed["issuer"]
    path = f"/v1/account/identities/{listed['id']}"
    app.delete(path, headers=bearer(other_person.account_token), status=404)
    app.delete(path, headers=headers, status=204)
    app.delete(path, headers=headers, status=404)
    assert app.get("/v1/account/identities", headers=headers).json == []
    sent = subjects(harness, person.email)
    assert "A sign-in was removed from your account" in sent
    assert ("identity.unlinked", "success") in [
        (name, outcome) for name, outcome, _ in events_of(application, person.email)
    ]


def test_the_last_means_of_sign_in_stays(app: TestApp, sign_in: SignIn) -> None:
    session = sign_in(allowSignup=True, email=address(), sub=unique())
    headers = bearer(session["accountToken"])
    [listed] = app.get("/v1/account/identities", headers=headers).json
    path = f"/v1/account/identities/{listed['id']}"
    assert app.delete(path, headers=headers, status=409).json["code"] == "last_sign_in"


def test_a_disabled_account_is_not_signed_in_to(
    harness: Harness, app: TestApp, sign_in: SignIn, application: Application
) -> None:
    email, subject = address(), unique()
    session = sign_in(allowSignup=True, email=email, sub=subject)
    with Context.of_operator(application).transaction() as ctx:
        admin.disable(ctx, email)
    app.get("/v1/account", headers=bearer(session["accountToken"]), status=401)
    assert sign_in(403, email=email, sub=subject)["code"] == "account_disabled"
    with Context.of_operator(application).transaction() as ctx:
        admin.enable(ctx, email)
    sign_in(email=email, sub=subject)
