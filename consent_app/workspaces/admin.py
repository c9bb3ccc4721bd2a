"""Operators' changes to workspaces, from the command line."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from consent_app.accounts.service import User, lock_user_by_email
from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import AccountNotFound, NotFound, ValidationFailed
from consent_app.events.event import Change
from consent_app.text import is_acceptable_name, trimmed
from consent_app.workspaces import membership_queries, queries
from consent_app.workspaces.events import (
    MemberMadeOwner,
    PlanSet,
    WorkspaceChanged,
    WorkspaceCreated,
    WorkspaceDeleted,
)
from consent_app.workspaces.members import join
from consent_app.workspaces.models import Workspace
from consent_app.workspaces.workspaces import (
    NewWorkspace,
    create_workspace,
    is_suspended,
    put_on_plan,
    suspend,
)

NAME_CHARACTERS = 100


def open_workspace(ctx: Context, name: str, owner: User, plan: str | None) -> Workspace:
    """Create a workspace with one owner, on ``plan`` (by default ``default_plan``), without an end
    date.

    Raises NotFound for a plan that is not set up, ValidationFailed for an invalid name.
    """
    name = trimmed(name) or ""
    if not 1 <= len(name) <= NAME_CHARACTERS or not is_acceptable_name(name):
        raise ValidationFailed(
            "A workspace's name has 1 to 100 characters, at least one of them visible, without ://,"
            " =? and control characters."
        )
    plan_id = _plan_id(ctx.app, ctx.app.settings.default_plan if plan is None else plan)
    new = NewWorkspace(name, plan_id)
    workspace = create_workspace(ctx.session, ctx.app.settings, new, owner.id, ctx.now())
    changes = (Change("plan", None, workspace.plan),)
    ctx.in_workspace(workspace.id).emit(WorkspaceCreated(subject_id=owner.id, changes=changes))
    return workspace


def lock_verified_user(session: Session, email: str) -> User:
    """Return the user with this verified address, locked. Raises AccountNotFound.

    Anybody may have registered an address that is not verified.
    """
    user = lock_user_by_email(session, email)
    if user is None:
        raise AccountNotFound(
            f"No account has the address {email}. Create one with `consent-app user create-owner`."
        )
    if user.verified_at is None:
        raise AccountNotFound(
            f"The account of {email} has not verified its address. Use `consent-app user"
            " create-owner`, which removes everything that was set up without verification, and"
            " sends a link."
        )
    return user


def get_workspace_by_slug(session: Session, slug: str) -> Workspace:
    """Return the workspace. Raises NotFound."""
    workspace = queries.get_workspace_by_slug(session, slug)
    if workspace is None:
        raise _unknown_workspace(slug)
    return workspace


def suspend_workspace(ctx: Context, slug: str) -> bool:
    """Suspend a workspace. False if it already was. Raises NotFound.

    Nobody can sign in to it, nothing can be changed and its domains ask no visitors. Nothing is
    deleted.
    """
    workspace = lock_workspace_by_slug(ctx.session, slug)
    if workspace.suspended_at is not None:
        return False
    suspend(workspace, ctx.now())
    changes = (Change("suspended", "false", "true"),)
    ctx.in_workspace(workspace.id).emit(WorkspaceChanged(changes=changes))
    return True


def take_over_suspension(ctx: Context, workspace: Workspace) -> None:
    """Make the suspension of a locked workspace, which a missing payment began, the operator's.

    It begins again, so that no payment lifts it.
    """
    workspace.suspended_at = ctx.now()
    changes = (Change("suspended", "payment", "operator"),)
    ctx.in_workspace(workspace.id).emit(WorkspaceChanged(changes=changes))


def return_suspension(ctx: Context, workspace: Workspace, since: datetime) -> None:
    """Make the operator's suspension of a locked workspace that of a missing payment, which began
    at an instant."""
    workspace.suspended_at = since
    changes = (Change("suspended", "operator", "payment"),)
    ctx.in_workspace(workspace.id).emit(WorkspaceChanged(changes=changes))


def resume_workspace(ctx: Context, slug: str) -> bool:
    """Resume a suspended workspace. False if it was not suspended. Raises NotFound, and
    ValidationFailed for one that has no members, or whose demo has ended."""
    workspace = lock_workspace_by_slug(ctx.session, slug)
    if not is_suspended(workspace, ctx.now()):
        return False
    if workspace.suspended_at is None:
        raise ValidationFailed("Its demo has ended. Give it a plan with `workspace set-plan`.")
    if not membership_queries.has_member(ctx.session, workspace.id):
        raise ValidationFailed("It has no members. Add one with `user create-owner`.")
    workspace.suspended_at = None
    changes = (Change("suspended", "true", "false"),)
    ctx.in_workspace(workspace.id).emit(WorkspaceChanged(changes=changes))
    return True


def delete_workspace(ctx: Context, slug: str) -> None:
    """Delete a workspace with everything that refers to it. Raises NotFound.

    Receipts and counts do not refer to it and must be deleted before. The event belongs to no
    workspace, so that it stays.
    """
    workspace = lock_workspace_by_slug(ctx.session, slug)
    changes = (Change("slug", workspace.slug, None), Change("name", workspace.name, None))
    ctx.emit(WorkspaceDeleted(subject_id=workspace.id, changes=changes))
    ctx.session.flush()
    queries.delete_workspace(ctx.session, workspace.id)


def lock_workspace_by_slug(session: Session, slug: str) -> Workspace:
    """Return the workspace, locked to the end of the transaction. Raises NotFound."""
    workspace = queries.lock_workspace_by_slug(session, slug)
    if workspace is None:
        raise _unknown_workspace(slug)
    return workspace


def set_plan(ctx: Context, slug: str, plan: str) -> Workspace:
    """Put a workspace on a plan without an end date. This resumes it, if it has a member.

    Raises NotFound for a workspace or a plan that does not exist.
    """
    workspace = lock_workspace_by_slug(ctx.session, slug)
    before = workspace.plan
    put_on_plan(ctx.session, workspace, _plan_id(ctx.app, plan))
    ctx.in_workspace(workspace.id).emit(PlanSet(changes=(Change("plan", before, plan),)))
    ctx.session.flush()
    return workspace


def make_owner(ctx: Context, workspace: Workspace, user: User) -> None:
    """Make the user an owner, whether or not they are a member."""
    joined = join(ctx.session, workspace.id, user.id, "owner", ctx.now())
    if not joined:
        membership_queries.set_role(ctx.session, workspace.id, user.id, "owner")
    event = MemberMadeOwner(subject_id=user.id, user_id=user.id, joined=joined)
    ctx.in_workspace(workspace.id).emit(event)


def _unknown_workspace(slug: str) -> NotFound:
    return NotFound(
        f"No workspace has the slug {slug}. `consent-app workspace list` lists the workspaces."
    )


def _plan_id(app: Application, plan_id: str) -> str:
    plan_ids = [plan.id for plan in app.settings.plans]
    if plan_id not in plan_ids:
        raise NotFound(f"There is no plan {plan_id!r}. The plans are {', '.join(plan_ids)}.")
    return plan_id
