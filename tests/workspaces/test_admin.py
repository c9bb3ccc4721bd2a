"""The operator's use cases for workspaces, apart from the commands."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select

from consent_app.accounts.service import find_user_by_email
from consent_app.application import Application
from consent_app.billing.subscriptions import get_subscription
from consent_app.context import Context
from consent_app.errors import AccountNotFound, NotFound, Unauthenticated, ValidationFailed
from consent_app.events.models import AuditEvent
from consent_app.workspace_settings.settings import get_settings
from consent_app.workspaces import admin
from consent_app.workspaces.models import Membership, Workspace
from consent_app.workspaces.service import get_own_workspace, lock_own_workspace
from tests.support.factories import Panel, Site, unique
from tests.support.waiting import call_within


@pytest.fixture
def slug(panel: Panel) -> str:
    return str(panel.organization["slug"])


def events(ctx: Context, slug: str) -> list[str]:
    ctx.session.flush()
    workspace = admin.get_workspace_by_slug(ctx.session, slug)
    mine = select(AuditEvent.event).where(
        AuditEvent.actor_kind == "operator", AuditEvent.workspace_id == workspace.id
    )
    return list(ctx.session.scalars(mine.order_by(AuditEvent.id.desc()).limit(1)))


def test_suspending_twice_changes_nothing_the_second_time(ctx: Context, slug: str) -> None:
    assert admin.suspend_workspace(ctx, slug)
    suspended_at = admin.get_workspace_by_slug(ctx.session, slug).suspended_at
    assert not admin.suspend_workspace(ctx, slug)
    assert admin.get_workspace_by_slug(ctx.session, slug).suspended_at == suspended_at
    assert events(ctx, slug) == ["workspace.changed"]
    assert admin.resume_workspace(ctx, slug)
    assert not admin.resume_workspace(ctx, slug)


def test_a_demo_that_has_ended_is_not_resumed_but_needs_a_plan(ctx: Context, slug: str) -> None:
    workspace = admin.lock_workspace_by_slug(ctx.session, slug)
    workspace.plan_ends_at = ctx.now()
    ctx.session.flush()
    with pytest.raises(ValidationFailed, match="set-plan"):
        admin.resume_workspace(ctx, slug)
    plan = ctx.app.settings.plans[-1].id
    assert admin.set_plan(ctx, slug, plan).plan == plan
    assert admin.get_workspace_by_slug(ctx.session, slug).plan_ends_at is None
    assert events(ctx, slug) == ["workspace.plan_set"]


def test_a_plan_does_not_resume_a_workspace_without_members(ctx: Context, slug: str) -> None:
    assert admin.suspend_workspace(ctx, slug)
    plan = ctx.app.settings.plans[-1].id
    workspace_id = admin.get_workspace_by_slug(ctx.session, slug).id
    ctx.session.execute(delete(Membership).where(Membership.workspace_id == workspace_id))
    assert admin.set_plan(ctx, slug, plan).suspended_at is not None


def test_an_unknown_plan_names_those_that_there_are(ctx: Context, slug: str) -> None:
    with pytest.raises(NotFound) as refusal:
        admin.set_plan(ctx, slug, "no-such-plan")
    for plan in ctx.app.settings.plans:
        assert plan.id in refusal.value.detail


def test_every_use_case_refuses_an_unknown_slug(ctx: Context) -> None:
    name = unique("none")
    for refused in (
        lambda: admin.get_workspace_by_slug(ctx.session, name),
        lambda: admin.lock_workspace_by_slug(ctx.session, name),
        lambda: admin.suspend_workspace(ctx, name),
        lambda: admin.resume_workspace(ctx, name),
        lambda: admin.delete_workspace(ctx, name),
        lambda: admin.set_plan(ctx, name, ctx.app.settings.plans[0].id),
    ):
        with pytest.raises(NotFound, match="No workspace has the slug"):
            refused()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("name", ["group", "domain", "template", "settings"])
def test_a_request_that_waits_while_its_workspace_is_deleted_gets_401(
    application: Application, panel: Panel, site: Site, name: str
) -> None:
    banner = panel.get(f"/v1/domains/{site.id}/banner").json["banner"]
    request = {
        "group": lambda: panel.post("/v1/domain-groups", {"name": unique()}, status=401),
        "domain": lambda: panel.post("/v1/domains", {"hostname": f"{unique()}.com"}, status=401),
        "template": lambda: panel.post(
            "/v1/banner-templates", {"name": unique(), "banner": banner}, status=401
        ),
        "settings": lambda: panel.patch("/v1/workspace", {"name": unique()}, status=401),
    }[name]
    answer = call_within(
        application,
        lambda session: admin.delete_workspace(
            Context.of_operator(application).with_session(session), panel.organization["slug"]
        ),
        request,
    )
    assert answer.result().json["code"] == "unauthenticated"


def test_who_reads_a_workspace_that_was_just_deleted_is_not_authenticated(ctx: Context) -> None:
    deleted = ctx.in_workspace(ctx.new_id())
    for read in (get_own_workspace, lock_own_workspace, get_settings, get_subscription):
        with pytest.raises(Unauthenticated):
            read(deleted)


def test_the_event_of_a_deletion_outlives_the_workspace(ctx: Context, slug: str) -> None:
    workspace_id = admin.get_workspace_by_slug(ctx.session, slug).id
    admin.delete_workspace(ctx, slug)
    ctx.session.expire_all()
    assert ctx.session.get(Workspace, workspace_id) is None
    deleted = ctx.session.scalars(
        select(AuditEvent).where(AuditEvent.subject_id == workspace_id)
    ).one()
    assert (deleted.event, deleted.workspace_id) == ("workspace.deleted", None)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "x" * 101,
        "see https://example.com",
        "Ada\nX-Evil: 1",
        "Ada\u202eevil",
        "\u200b",
        "=?utf-8?q?Ada?=",
    ],
)
def test_a_workspace_needs_a_name(ctx: Context, panel: Panel, name: str) -> None:
    owner = find_user_by_email(ctx.session, panel.person.email)
    assert owner is not None
    with pytest.raises(ValidationFailed, match="1 to 100 characters"):
        admin.open_workspace(ctx, name, owner, None)


def test_an_address_that_nobody_verified_owns_nothing(ctx: Context, panel: Panel) -> None:
    with pytest.raises(AccountNotFound, match="has not verified it"):
        admin.lock_verified_user(ctx.session, panel.person.email)
    with pytest.raises(AccountNotFound, match="No account has the address"):
        admin.lock_verified_user(ctx.session, f"{unique('nobody')}@example.com")
