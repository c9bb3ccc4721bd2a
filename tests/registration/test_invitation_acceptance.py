"""What an invitation's page shows before anybody accepts, and what accepting one records."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from webtest import TestApp

from consent_app.accounts.service import NewUser, create_user, find_user_by_email
from consent_app.application import Application
from consent_app.context import Context
from consent_app.registration.admin import disable, verify_address
from consent_app.registration.events import InvitationAccepted
from consent_app.security import totp
from tests.support.account_mails import last_token
from tests.support.address_changes import as_the_address_changes
from tests.support.audit import audit_events
from tests.support.factories import (
    PASSWORD,
    Person,
    bearer,
    make_panel,
    make_person,
    register,
    unique,
)
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import verify_by_mail
from tests.support.mailbox import Mailbox
from tests.support.members import inviting, join
from tests.support.waiting import call_within, until_it_blocks


def test_an_offer_names_workspace_and_inviter_and_spends_nothing(
    app: TestApp, application: Application, mailbox: Mailbox
) -> None:
    panel = inviting(make_panel(app, application.now()), application)
    email = f"{unique('charles')}@example.com"
    invitation = panel.post("/v1/invitations", {"email": email, "role": "admin"}, status=201).json
    (mail,) = mailbox.to(email)
    match = re.search(r"/invite#token=(\S+)", Mailbox.text(mail))
    assert match is not None
    token = {"token": match[1]}
    offer = app.post_json("/v1/auth/invite", token, status=200).json
    assert offer == {
        "organization": panel.organization,
        "email": email,
        "role": "admin",
        "invitedBy": "Ada Lovelace",
        "expiresAt": invitation["expiresAt"],
        "accountExists": False,
    }
    assert app.post_json("/v1/auth/invite", token, status=200).json == offer
    panel.delete(f"/v1/invitations/{invitation['id']}", status=204)
    assert app.post_json("/v1/auth/invite", token, status=400).json["code"] == "invalid_link"


def test_an_account_exists_once_its_address_is_verified(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel, person = inviting(make_panel(app, clock())), make_person(app, clock())
    panel.post("/v1/invitations", {"email": person.email, "role": "viewer"}, status=201)
    token = {"token": last_token(harness, person.email, "invited")}
    assert app.post_json("/v1/auth/invite", token, status=200).json["accountExists"] is False
    verify_by_mail(harness, app, person.email, person.account_token)
    assert app.post_json("/v1/auth/invite", token, status=200).json["accountExists"] is True


def test_a_password_of_the_persons_own_names_is_refused(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = inviting(make_panel(app, clock()))
    email = f"{unique('charles')}@example.com"
    panel.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    token = {"token": last_token(harness, email, "invited")}
    for password in ("charles babbage", email, panel.organization["name"]):
        body = {**token, "name": "Charles Babbage", "password": password}
        refused = app.post_json("/v1/auth/invite/accept", body, status=400).json
        assert [part["pointer"] for part in refused["errors"]] == ["#/password"]


def test_an_offer_that_was_accepted_or_has_expired_is_no_offer(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    clock.freeze()
    panel = inviting(make_panel(app, clock()))
    tokens = []
    for _ in range(2):
        email = f"{unique('charles')}@example.com"
        panel.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
        tokens.append({"token": last_token(harness, email, "invited")})
    person = {"name": "Charles Babbage", "password": PASSWORD}
    app.post_json("/v1/auth/invite/accept", {**tokens[0], **person}, status=200)
    assert app.post_json("/v1/auth/invite", tokens[0], status=400).json["code"] == "invalid_link"
    clock.move(days=7, seconds=-1)
    app.post_json("/v1/auth/invite", tokens[1], status=200)
    clock.move(seconds=1)
    assert app.post_json("/v1/auth/invite", tokens[1], status=400).json["code"] == "invalid_link"


def test_an_account_that_an_invitation_creates_is_recorded(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    member = join(harness, panel)
    listed = member.get("/v1/account/security-events", status=200).json
    assert [event["event"] for event in listed][-1] == "account.registered"
    (accepted,) = audit_events(panel, event="invitation.accepted")
    assert accepted["actorId"] == member.person.user_id
    # Only then: a person who has an account joins with it.
    other_panel = make_panel(app, application.now())
    body = {"email": member.person.email, "role": "viewer"}
    inviting(other_panel, application).post("/v1/invitations", body, status=201)
    body = {"token": last_token(harness, member.person.email, "invited")}
    app.post_json("/v1/auth/invite/accept", body, status=200)
    listed = member.get("/v1/account/security-events", status=200).json
    assert [event["event"] for event in listed].count("account.registered") == 1


def test_the_event_names_the_member(
    harness: Harness, app: TestApp, application: Application
) -> None:
    events: list[InvitationAccepted] = []
    application.bus.subscribe(InvitationAccepted, lambda ctx, event: events.append(event))
    panel = make_panel(app, application.now())
    member = join(harness, panel)
    ids = {item["email"]: item["userId"] for item in panel.get("/v1/members", status=200).json}
    (event,) = (event for event in events if event.email == member.person.email)
    assert str(event.user_id) == ids[member.person.email]
    assert event.joined


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_account_that_another_request_just_created_is_found_by_the_next_attempt(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique('charles')}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    body = {"token": last_token(harness, email, "invited"), "name": "Ada", "password": PASSWORD}
    path = "/v1/auth/invite/accept"

    with ThreadPoolExecutor(1) as pool, application.database.transaction() as other:
        create_user(other, NewUser(email), application.now())
        accepting = pool.submit(harness.client().post_json, path, body, status=503)
        until_it_blocks(other, application, accepting.done)
        other.commit()
        assert accepting.result().json["code"] == "unavailable"
    app.post_json(path, body, status=200)


def invited_person(
    harness: Harness, app: TestApp, application: Application
) -> tuple[Person, dict[str, str]]:
    """Invite a person with a verified address; return them, and the body that accepts."""
    panel, person = make_panel(app, application.now()), make_person(app, application.now())
    verify_by_mail(harness, app, person.email, person.account_token)
    invitation = {"email": person.email, "role": "viewer"}
    inviting(panel, application).post("/v1/invitations", invitation, status=201)
    return person, {"token": last_token(harness, person.email, "invited")}


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_account_that_has_just_given_up_the_address_is_not_joined(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person, body = invited_person(harness, app, application)
    client = harness.client()
    accepted = as_the_address_changes(
        application,
        person.user_id,
        lambda: client.post_json("/v1/auth/invite/accept", body, expect_errors=True),
    )
    assert accepted.result().json.get("code") == "invalid_link"


def test_an_invitation_that_a_former_release_left_of_a_disabled_account_is_over(
    app: TestApp, application: Application, harness: Harness
) -> None:
    panel = inviting(make_panel(app, application.now()), application)
    email = f"{unique('stranger')}@example.com"
    panel.post("/v1/invitations", {"email": email, "role": "owner"}, status=201)
    with application.database.transaction() as session:
        user = find_user_by_email(session, panel.person.email)
        assert user is not None
        user.disabled_at = application.now()
    token = {"token": last_token(harness, email, "invited")}
    assert app.post_json("/v1/auth/invite", token, status=400).json["code"] == "invalid_link"
    new = {**token, "name": "A stranger", "password": PASSWORD}
    app.post_json("/v1/auth/invite/accept", new, status=400)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_account_that_has_just_been_disabled_does_not_join(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person, body = invited_person(harness, app, application)
    client = harness.client()
    accepted = call_within(
        application,
        lambda session: disable(
            Context.of_operator(application).with_session(session), person.email
        ),
        lambda: client.post_json("/v1/auth/invite/accept", body, status=400),
    )
    assert accepted.result().json["code"] == "invalid_link"


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_link_to_an_account_that_has_just_been_verified_is_no_sign_in_to_it(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel, (email, _) = make_panel(app, application.now()), register(app)
    inviting(panel, application).post(
        "/v1/invitations", {"email": email, "role": "viewer"}, status=201
    )
    token = last_token(harness, email, "invited")
    body = {"token": token, "name": "Eve Adams", "password": PASSWORD}
    client = harness.client()
    challenge = call_within(
        application,
        lambda session: verify_address(
            Context.of_operator(application).with_session(session), email
        ),
        lambda: client.post_json("/v1/auth/invite/accept", body, status=200),
    ).result()
    challenged = {"challengeToken": challenge.json["challengeToken"]}
    secret = app.post_json("/v1/auth/2fa/setup", challenged, status=200).json["secret"]
    confirmed = {**challenged, "code": totp.code_at(secret, application.now())}
    opened = app.post_json("/v1/auth/2fa/setup/confirm", confirmed, status=200).json
    headers = bearer(opened["accessToken"])
    refused = app.post_json("/v1/auth/account-handoff", {}, headers=headers, status=403)
    assert refused.json["code"] == "own_sign_in_required"
