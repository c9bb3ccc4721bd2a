"""What an operator does to workspaces from the command line."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import User, find_user_by_email
from consent_app.application import Application
from consent_app.audit.service import Event, record
from consent_app.errors import AccountNotFound, NotFound, ValidationFailed
from consent_app.text import trimmed
from consent_app.workspaces import membership_queries as queries
from consent_app.workspaces.models import Workspace
from consent_app.workspaces.service import create_workspace, join, put_on_plan

NAME_CHARACTERS = 100


def open_workspace(
    session: Session, app: Application, *, name: str, owner: User, plan: str | None
) -> Workspace:
    """Make a workspace with one owner, on ``plan`` (by default ``default_plan``), without an end.

    Raises NotFound for a plan that is not set up, ValidationFailed for a name that does not do.
    """
    name = trimmed(name) or ""
    if not 1 <= len(name) <= NAME_CHARACTERS or "://" in name:
        raise ValidationFailed("A workspace's name has 1 to 100 characters, without ://.")
    workspace = create_workspace(
        session,
        name=name,
        owner_id=owner.id,
        plan=_known_plan(app, plan or app.settings.default_plan),
        plan_ends_at=None,
        now=app.now(),
    )
    event = _event("workspace.created", workspace.id, owner.id, plan=workspace.plan)
    record(session, app, None, event)
    return workspace


def confirmed_user(session: Session, email: str) -> User:
    """Return the user with this address, who has proved it. Raises AccountNotFound.

    Whoever registered an address without proving it may be anybody.
    """
    user = find_user_by_email(session, email)
    if user is None:
        raise AccountNotFound(
            "No account has this address. `consent-app user create-owner` makes one."
        )
    if user.confirmed_at is None:
        raise AccountNotFound(
            "The account with this address has not confirmed it. `consent-app user create-owner`"
            " makes it safe: what was set up without that proof goes, and a link is mailed."
        )
    return user


def workspace_by_slug(session: Session, slug: str) -> Workspace:
    """Return the workspace, held to the end of the transaction. Raises NotFound."""
    workspace = queries.workspace_by_slug(session, slug)
    if workspace is None:
        raise NotFound("No workspace has this slug.")
    return workspace


def set_plan(session: Session, app: Application, slug: str, plan: str) -> Workspace:
    """Put a workspace on a plan without an end; it is suspended no longer, if it has a member.

    Raises NotFound for a workspace or a plan that is not there.
    """
    workspace = workspace_by_slug(session, slug)
    put_on_plan(session, workspace, _known_plan(app, plan))
    record(session, app, None, _event("workspace.plan_set", workspace.id, None, plan=plan))
    session.flush()
    return workspace


def make_owner(session: Session, app: Application, workspace: Workspace, user: User) -> None:
    """Make the user an owner, a member or not yet."""
    if not join(session, workspace.id, user.id, "owner", app.now()):
        queries.set_role(session, workspace.id, user.id, "owner")
    record(session, app, None, _event("member.made_owner", workspace.id, user.id))


def _known_plan(app: Application, plan: str) -> str:
    try:
        return app.settings.plan(plan).id
    except KeyError:
        known = ", ".join(each.id for each in app.settings.plans)
        raise NotFound(f"There is no such plan; there are {known}.") from None


def _event(name: str, workspace_id: UUID, subject_id: UUID | None, **detail: str) -> Event:
    return Event(
        name,
        workspace_id=workspace_id,
        subject_id=subject_id,
        actor_kind="operator",
        detail=detail,
    )
