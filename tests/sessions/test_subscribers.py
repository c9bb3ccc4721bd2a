"""What becomes of sessions when a membership ends."""

from __future__ import annotations

from uuid import UUID

import pytest
from webtest import TestApp

from consent_app.accounts.service import get_user
from consent_app.application import Application
from consent_app.context import Actor, Context
from consent_app.sessions.queries import add_known_device
from consent_app.sessions.service import end_all_sessions
from consent_app.workspaces.admin import make_owner
from consent_app.workspaces.events import MemberLeft, MemberRemoved, MembershipEnded
from consent_app.workspaces.service import get_workspace, lock_workspaces
from tests.support.account_mails import last_token
from tests.support.factories import Panel, bearer, make_person, unique
from tests.support.harness import Harness
from tests.support.mail_links import verify_by_mail
from tests.support.members import inviting
from tests.support.sign_in_steps import challenge_of
from tests.support.waiting import call_within


def announce(application: Application, panel: Panel, event: type[MembershipEnded], **members: bool):  # type: ignore[no-untyped-def]
    user_id = UUID(panel.person.user_id)
    actor = Actor("system", workspace_id=UUID(panel.organization["id"]))
    with application.database.transaction() as session:
        Context(application, actor).with_session(session).emit(
            event(subject_id=user_id, user_id=user_id, **members)
        )


@pytest.mark.parametrize("event", [MemberRemoved, MemberLeft])
def test_the_sessions_of_that_workspace_end(
    application: Application, panel: Panel, event: type[MembershipEnded]
) -> None:
    panel.get("/v1/workspace", status=200)
    announce(application, panel, event)
    panel.get("/v1/workspace", status=401)
    # The account's own session continues.
    headers = {"Authorization": f"Bearer {panel.person.account_token}"}
    panel.app.get("/v1/account", headers=headers, status=200)


def test_a_deleted_accounts_sessions_are_left_to_its_deletion(
    application: Application, panel: Panel
) -> None:
    announce(application, panel, MemberLeft, account_deleted=True)
    panel.get("/v1/workspace", status=200)


def accept(harness: Harness, panel: Panel, email: str) -> None:
    """Have a person join the panel's workspace, by an invitation."""
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    body = {"token": last_token(harness, email, "invited")}
    harness.client().post_json("/v1/auth/invite/accept", body, status=200)


def become_owner(application: Application, panel: Panel, user_id: UUID) -> None:
    """Have an operator make a person an owner of the panel's workspace."""
    with Context.of_operator(application).transaction() as ctx:
        workspace = get_workspace(ctx.session, UUID(panel.organization["id"]))
        user = get_user(ctx.session, user_id)
        assert workspace is not None
        assert user is not None
        make_owner(ctx, workspace, user)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("by_password", [True, False])
@pytest.mark.parametrize("by_operator", [True, False])
def test_a_session_opened_during_a_removal_does_not_return_with_a_new_membership(
    harness: Harness, app: TestApp, panel: Panel, by_password: bool, by_operator: bool
) -> None:
    application, slug = harness.application, panel.organization["slug"]
    person = make_person(app, application.now())
    user_id = UUID(person.user_id)
    verify_by_mail(harness, app, person.email, person.account_token)
    accept(harness, panel, person.email)
    (member,) = [row for row in panel.get("/v1/members").json if row["email"] == person.email]
    if by_password:
        challenge = challenge_of(app, person, slug)
        path = "/v1/auth/2fa/verify"
        body = {"challengeToken": challenge, "code": person.backup_codes[0]}
    else:
        headers = bearer(person.account_token)
        path = "/v1/auth/handoff/exchange"
        body = app.post_json("/v1/account/handoff", {"orgSlug": slug}, headers=headers).json
        del body["url"]
    client = harness.client()
    opened = call_within(
        application,
        # What opens the session waits here, after it has looked the membership up.
        lambda session: add_known_device(session, user_id, "", application.now()),
        lambda: client.post_json(path, body, status=200),
        lambda session: panel.delete(f"/v1/members/{member['id']}", status=204),
    ).result()
    if by_operator:
        become_owner(application, panel, user_id)
    else:
        accept(harness, panel, person.email)
    app.get("/v1/workspace", headers=bearer(opened.json["accessToken"]), status=401)


def test_a_promoted_members_sessions_continue(application: Application, panel: Panel) -> None:
    become_owner(application, panel, UUID(panel.person.user_id))
    panel.get("/v1/workspace", status=200)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("path", ["/v1/api-keys", "/v1/invitations"])
def test_a_session_that_ended_meanwhile_leaves_neither_key_nor_invitation(
    harness: Harness, application: Application, panel: Panel, path: str
) -> None:
    """The owner of an address takes over the account, which ends its sessions, keys and
    invitations, while another request of the former holder waits for the workspace."""
    inviting(panel)
    user_id, client = UUID(panel.person.user_id), harness.client()
    bodies = {
        "/v1/api-keys": {"name": "mine"},
        "/v1/invitations": {"email": f"{unique()}@example.com", "role": "owner"},
    }
    headers = bearer(panel.access_token)
    call_within(
        application,
        lambda session: lock_workspaces(session, user_id),
        lambda: client.post_json(path, bodies[path], headers=headers, status=401),
        lambda session: end_all_sessions(session, user_id, application.now()),
    ).result()
