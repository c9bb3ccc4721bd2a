"""Deleting one's own account: what is deleted, what stays, and who is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.api_keys.models import ApiKey
from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.security import totp
from consent_app.sessions.models import OneTimeToken, Purpose, UserSession
from consent_app.sessions.queries import lock_session
from consent_app.sessions.token_queries import TokenScope, consume_token, get_token, issue_token
from consent_app.sign_in.models import BackupCode, SecondFactor
from consent_app.sign_in.second_factor_queries import consume_step
from consent_app.workspaces import service
from consent_app.workspaces.invitation_queries import claim_invitation
from consent_app.workspaces.models import Invitation, Membership, Workspace
from tests.account.test_profile import account
from tests.support.account_mails import last_token, mails_to
from tests.support.audit import events_of
from tests.support.factories import (
    PASSWORD,
    Panel,
    Person,
    bearer,
    make_panel,
    make_person,
    make_site,
)
from tests.support.harness import Harness, MovableClock
from tests.support.members import give_role, inviting
from tests.support.sign_in_steps import challenge_of
from tests.support.waiting import call_within


def delete(
    app: TestApp, person: Person, code: str, status: int = 204, password: str = PASSWORD
) -> Any:
    return app.post_json(
        "/v1/account/delete",
        {"password": password, "code": code},
        headers=bearer(person.account_token),
        status=status,
    )


def join(harness: Harness, app: TestApp, panel: Panel, person: Person, role: str) -> None:
    """Have a person join the panel's workspace, by an invitation."""
    token = last_token(harness, person.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": token})
    inviting(panel).post("/v1/invitations", {"email": person.email, "role": role}, status=201)
    token = last_token(harness, person.email, "invited")
    app.post_json("/v1/auth/invite/accept", {"token": token}, status=200)


def workspace_of(application: Application, panel: Panel) -> Workspace:
    with application.database.session(read_only=True) as session:
        return session.scalars(
            select(Workspace).where(Workspace.id == UUID(panel.organization["id"]))
        ).one()


def test_deleting_an_account_deletes_its_data(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    person = panel.person
    site = make_site(panel)
    site.decide()
    inviting(panel).post(
        "/v1/invitations", {"email": "someone@example.com", "role": "viewer"}, status=201
    )
    delete(app, person, person.backup_codes[0])

    user_id = UUID(person.user_id)
    with application.database.session(read_only=True) as session:
        assert session.get(User, user_id) is None
        for model in (SecondFactor, BackupCode, OneTimeToken, UserSession, Membership):
            assert not session.scalars(select(model).where(model.user_id == user_id)).all(), model
        workspace = UUID(panel.organization["id"])
        for model in (ApiKey, Invitation):
            rows = session.scalars(select(model).where(model.workspace_id == workspace)).all()
            assert [getattr(row, "created_by", None) for row in rows] == [None]
        events = session.scalars(select(AuditEvent).where(AuditEvent.subject_id == user_id)).all()
    assert {(event.event, event.actor_id) for event in events} == {
        ("member.left", None),
        ("account.deleted", None),
    }
    account(app, person.account_token, 401)
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    body = {"email": person.email, "password": PASSWORD}
    app.post_json("/v1/auth/account-login", body, status=401)
    assert "deleted" in str(mails_to(harness, person.email)[-1]["Subject"])
    # Nobody can sign in to it any more, but its key can still read the receipts: they are the
    # customer's proof.
    assert workspace_of(application, panel).suspended_at is not None
    assert len(site.receipts()) == 1
    # The address is free again.
    make_person(app, clock(), email=person.email)


def test_the_last_owner_stays_while_others_are_there(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    admin = make_person(app, clock())
    join(harness, app, panel, admin, "admin")
    refused = delete(app, panel.person, panel.person.backup_codes[0], 409)
    assert refused.json["code"] == "last_owner"
    # Nothing was spent or counted for it.
    give_role(application, panel, "owner", admin)
    delete(app, panel.person, panel.person.backup_codes[0])
    assert workspace_of(application, panel).suspended_at is None
    assert account(app, admin.account_token)["workspaces"][0]["role"] == "owner"
    delete(app, admin, admin.backup_codes[0])
    assert workspace_of(application, panel).suspended_at is not None


def test_a_member_leaves_without_harm_to_the_workspace(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    viewer = make_person(app, application.now())
    join(harness, app, panel, viewer, "viewer")
    delete(app, viewer, viewer.backup_codes[0])
    assert workspace_of(application, panel).suspended_at is None
    panel.get("/v1/domains", status=200)
    events = panel.get("/v1/audit-events", params={"event": "member.left"}).json
    assert [(event["subjectId"], event["actorId"]) for event in events] == [(viewer.user_id, None)]


def test_password_and_code_must_both_be_right(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    code = person.code(clock())
    wrong = delete(app, person, code, 401, password="not the password")
    assert wrong.json["code"] == "invalid_credentials"
    assert delete(app, person, "000000", 401).json["code"] == "invalid_code"
    account(app, person.account_token)
    delete(app, person, code)


def test_refusals_are_recorded_in_the_audit_log(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    delete(app, person, "000000", 401)
    assert events_of(application, person.user_id)[-1] == ("account.deleted", "refused")


@pytest.mark.usefixtures("production_limits")
def test_a_right_password_with_wrong_codes_is_not_counted_as_wrong(
    app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    for _ in range(10):
        delete(app, person, "000000", 401)
    assert delete(app, person, person.backup_codes[0], 429).json["code"] == "rate_limited"
    body = {"email": person.email, "password": PASSWORD}
    app.post_json("/v1/auth/account-login", body, status=200)


def test_an_account_without_a_password_gets_instructions(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    with application.database.transaction() as session:
        session.execute(update(User).where(User.email == person.email).values(password_hash=None))
    refused = delete(app, person, person.backup_codes[0], 400)
    assert [field_error["pointer"] for field_error in refused.json["errors"]] == ["#/password"]


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_the_last_owner_stays_for_whoever_is_accepting_an_invitation(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel, person = make_panel(app, application.now()), make_person(app, application.now())
    invitation = {"email": person.email, "role": "viewer"}
    invited = inviting(panel).post("/v1/invitations", invitation, status=201).json
    workspace_id, user_id = UUID(panel.organization["id"]), UUID(person.user_id)

    def accept(session: Session) -> None:
        assert claim_invitation(session, UUID(invited["id"]), application.now())
        service.join(session, workspace_id, user_id, "viewer", application.now())

    client, owner = harness.client(), panel.person
    refused = call_within(
        application, accept, lambda: delete(client, owner, owner.backup_codes[0], 409)
    )
    assert refused.result().json["code"] == "last_owner"


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("purpose", [Purpose.VERIFY, Purpose.REFRESH])
def test_a_deletion_waits_for_whoever_is_signing_in_or_refreshing(
    harness: Harness, app: TestApp, application: Application, purpose: Purpose
) -> None:
    panel, now = make_panel(app, application.now()), application.now()
    person, user_id = panel.person, UUID(panel.person.user_id)
    text = panel.refresh_token if purpose is Purpose.REFRESH else challenge_of(app, person)

    def begin(session: Session) -> None:
        token = get_token(session, purpose, text)
        assert token is not None
        if token.session_id is not None:
            lock_session(session, token.session_id)
        else:
            assert consume_token(session, token.id, now)

    def finish(session: Session) -> None:
        token = get_token(session, purpose, text)
        assert token is not None
        if token.session_id is not None:
            assert consume_token(session, token.id, now)
        else:
            consume_step(session, user_id, int(now.timestamp()) // totp.STEP_SECONDS)
        issue_token(session, Purpose.REFRESH, user_id, now, TokenScope(session_id=token.session_id))

    client = harness.client()
    code = person.code(now + timedelta(seconds=totp.STEP_SECONDS))
    call_within(application, begin, lambda: delete(client, person, code), finish).result()
    account(app, person.account_token, 401)


def test_two_last_owners_who_leave_at_once_do_not_leave_the_others_alone(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    second, viewer = make_person(app, clock()), make_person(app, clock())
    join(harness, app, panel, second, "owner")
    join(harness, app, panel, viewer, "viewer")
    start = Barrier(2)

    def leave(person: Person) -> int:
        client: TestApp = harness.client()
        start.wait()
        response = client.post_json(
            "/v1/account/delete",
            {"password": PASSWORD, "code": person.backup_codes[0]},
            headers=bearer(person.account_token),
            expect_errors=True,
        )
        return int(response.status_int)

    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(leave, (panel.person, second)))
    assert statuses == [204, 409]
    with application.database.session(read_only=True) as session:
        roles = session.scalars(
            select(Membership.role).where(Membership.workspace_id == UUID(panel.organization["id"]))
        ).all()
    assert sorted(roles) == ["owner", "viewer"]
