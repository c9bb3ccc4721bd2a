"""Workspaces learn that a member's account was somebody else's, and with it their API keys."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from sqlalchemy import select, text, update
from webtest import TestApp

from consent_app.account.deletion import delete_account_of
from consent_app.accounts.models import User
from consent_app.accounts.service import NewUser, create_user, lock_user
from consent_app.api_keys.models import ApiKey
from consent_app.application import Application
from consent_app.context import Context
from consent_app.events.models import AuditEvent
from consent_app.registration import admin
from consent_app.workspaces.membership_queries import get_ownerless_slugs
from consent_app.workspaces.queries import lock_workspace
from tests.support.account_mails import disown_token_in, last_token, mails_to, reset_token
from tests.support.audit import audit_events, details_in
from tests.support.commands import Run, run
from tests.support.factories import (
    PASSWORD,
    Panel,
    bearer,
    make_key,
    make_panel,
    make_person,
    unique,
)
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting, join
from tests.support.waiting import until_it_blocks

__all__ = ["run"]

Detail = list[dict[str, str | None]]


def unverify(harness: Harness, email: str) -> None:
    """Make the account one whose address was never verified."""
    with harness.application.database.transaction() as session:
        session.execute(update(User).where(User.email == email).values(verified_at=None))


def disown(harness: Harness, app: TestApp, email: str) -> None:
    app.post_json("/v1/auth/email/resend", {"email": email}, status=204)
    token = disown_token_in(mails_to(harness, email)[-1])
    app.post_json("/v1/auth/email/disown", {"token": token}, status=204)


def reset(harness: Harness, app: TestApp, email: str) -> None:
    body = {"token": reset_token(harness, app, email), "password": "a password of the owner's"}
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)


def accept(harness: Harness, app: TestApp, email: str) -> None:
    inviter = make_panel(app, harness.application.now())
    inviting(inviter).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    body = {"token": last_token(harness, email, "invited"), "name": "Ada", "password": PASSWORD}
    app.post_json("/v1/auth/invite/accept", body, status=200)


def vouch(harness: Harness, app: TestApp, email: str) -> None:
    with Context.of_operator(harness.application).transaction() as ctx:
        admin.ensure_vouched_user(ctx, email)


def take_address(harness: Harness, app: TestApp, email: str) -> None:
    person = make_person(app, harness.application.now())
    body = {"email": email, "password": PASSWORD, "code": person.backup_codes[0]}
    app.post_json("/v1/account/email", body, headers=bearer(person.account_token), status=204)
    body = {"token": last_token(harness, email, "confirm")}
    app.post_json("/v1/auth/email/verify", body, status=200)


@pytest.mark.parametrize("claim", [disown, reset, accept, vouch, take_address])
def test_the_audit_log_has_each_membership_and_key(
    harness: Harness, app: TestApp, application: Application, claim: Callable[..., None]
) -> None:
    owner = make_panel(app, application.now())
    comer = join(harness, owner, "admin")
    key = make_key(comer, name="Theirs")
    for panel, name in ((owner, "Ours"), (comer, "Over")):
        make_key(panel, name=name)
    ids = {row["name"]: row["id"] for row in owner.get("/v1/api-keys").json}
    comer.delete(f"/v1/api-keys/{ids['Over']}", status=204)
    unverify(harness, comer.person.email)
    claim(harness, app, comer.person.email)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    comer.get("/v1/workspace", status=401)
    (ended,) = audit_events(owner, event="member.disowned")
    assert ended["subjectId"] == comer.person.user_id
    assert ended["detail"] == [{"name": "role", "before": "admin", "after": None}]
    assert ended["actorKind"] == ("operator" if claim is vouch else "user")
    assert ended["actorId"] is None
    with application.database.session(read_only=True) as session:
        deleted = details_in(session, "account.disowned", subject_id=UUID(comer.person.user_id))
    assert len(deleted) == (1 if claim in (disown, take_address) else 0)
    # Not those that had ended before, nor anybody else's.
    (revoked,) = audit_events(owner, event="api_key.disowned")
    assert revoked["detail"] == [{"name": "name", "before": "Theirs", "after": None}]
    assert revoked["subjectId"] == ids["Theirs"]
    with application.database.session(read_only=True) as session:
        kept = select(ApiKey.name).where(ApiKey.workspace_id == UUID(owner.organization["id"]))
        assert session.scalars(kept).all() == ["Ours"]


def test_doubted_keys_are_announced_and_the_membership_stays(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    email = panel.person.email
    make_key(panel)
    app.post_json("/v1/auth/email/verify", {"token": last_token(harness, email, "confirm")})
    reset(harness, app, email)
    workspace_id = UUID(panel.organization["id"])
    assert details(harness, workspace_id, "api_key.disowned") == [
        [{"name": "name", "before": "Tests", "after": None}]
    ]
    assert details(harness, workspace_id, "member.disowned") == []


def details(harness: Harness, workspace_id: UUID, event: str) -> list[Detail]:
    with harness.application.database.session(read_only=True) as session:
        statement = select(AuditEvent.detail).filter_by(workspace_id=workspace_id, event=event)
        return list(session.scalars(statement))


@pytest.mark.parametrize("deleted", [False, True])
def test_a_workspace_without_members_is_suspended_which_is_recorded(
    harness: Harness, app: TestApp, application: Application, deleted: bool
) -> None:
    panel = make_panel(app, application.now())
    if deleted:
        with Context.of_operator(application).transaction() as ctx:
            delete_account_of(ctx, panel.person.email)
    else:
        disown(harness, app, panel.person.email)
    assert details(harness, UUID(panel.organization["id"]), "workspace.changed") == [
        [{"name": "suspended", "before": "false", "after": "true"}]
    ]


def test_a_workspace_that_lost_its_owner_is_reported_and_gets_another_one(
    run: Run,
    harness: Harness,
    app: TestApp,
    application: Application,
    caplog: pytest.LogCaptureFixture,
) -> None:
    panel = make_panel(app, application.now())
    admin_panel = join(harness, panel, "admin")
    slug, email = panel.organization["slug"], panel.person.email
    unverify(harness, email)
    disown(harness, app, email)
    (lost,) = audit_events(admin_panel, event="workspace.owner_lost")
    assert lost["subjectId"] == panel.person.user_id
    assert f"Workspace {panel.organization['id']} has lost its only owner." in caplog.text
    # Nobody becomes an owner by it.
    assert [member["role"] for member in admin_panel.get("/v1/members").json] == ["admin"]
    with application.database.engine.connect() as connection:
        assert slug in get_ownerless_slugs(connection, 1000)
    run("user", "create-owner", admin_panel.person.email, "--workspace", slug)
    assert [member["role"] for member in admin_panel.get("/v1/members").json] == ["owner"]
    with application.database.engine.connect() as connection:
        assert slug not in get_ownerless_slugs(connection, 1000)


def test_a_workspace_that_keeps_another_owner_has_not_lost_it(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    second, third = join(harness, panel, "owner"), join(harness, panel, "viewer")
    for person in (second.person, third.person):
        unverify(harness, person.email)
        disown(harness, app, person.email)
    assert len(audit_events(panel, event="member.disowned")) == 2
    assert audit_events(panel, event="workspace.owner_lost") == []


def delete(harness: Harness, app: TestApp, email: str) -> None:
    with Context.of_operator(harness.application).transaction() as ctx:
        delete_account_of(ctx, email)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("claim", [disown, reset, accept, vouch, take_address, delete])
def test_workspaces_are_locked_before_the_user(
    harness: Harness, app: TestApp, application: Application, claim: Callable[..., None]
) -> None:
    panel = make_panel(app, application.now())
    workspace_id, user_id = UUID(panel.organization["id"]), UUID(panel.person.user_id)

    with ThreadPoolExecutor(1) as pool, application.database.transaction() as holder:
        lock_workspace(holder, workspace_id)
        claiming = pool.submit(claim, harness, harness.client(), panel.person.email)
        until_it_blocks(holder, application, claiming.done)
        assert not claiming.done()
        with application.database.autonomous_transaction() as other:
            other.execute(text("SET LOCAL lock_timeout = '2s'"))
            assert lock_user(other, user_id) is not None
        holder.commit()
        claiming.result()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_workspace_is_locked_before_its_new_owner_is_created(
    run: Run, panel: Panel, application: Application
) -> None:
    slug, email = panel.organization["slug"], f"{unique()}@example.com"
    arguments = ("user", "create-owner", email, "--workspace", slug, "--print-link")
    with ThreadPoolExecutor(1) as pool, application.database.transaction() as holder:
        lock_workspace(holder, UUID(panel.organization["id"]))
        creating = pool.submit(run, *arguments)
        until_it_blocks(holder, application, creating.done)
        assert not creating.done()
        with application.database.autonomous_transaction() as other:
            other.execute(text("SET LOCAL lock_timeout = '2s'"))
            create_user(other, NewUser(email), application.now())
            other.rollback()
        holder.commit()
        creating.result()
