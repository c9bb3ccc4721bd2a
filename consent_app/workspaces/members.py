"""Members: who they are, how they join and leave, and their roles.

Nobody grants, changes or removes a role above their own, and a workspace never loses its last
owner, unless that account is disowned. Each change locks the workspace first, so that of two
concurrent changes the second sees the first.
"""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.accounts.events import AccountEmptied
from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.errors import Forbidden, LastOwner, NotFound, Unauthenticated
from consent_app.events.bus import EventBus
from consent_app.events.event import Change
from consent_app.workspaces import membership_queries as queries
from consent_app.workspaces.events import (
    MemberDisowned,
    MemberLeft,
    MemberRemoved,
    MemberRoleChanged,
    WorkspaceChanged,
    WorkspaceOwnerLost,
)
from consent_app.workspaces.invitations import end_invitations_by
from consent_app.workspaces.membership_queries import Member
from consent_app.workspaces.models import Membership, Role, role_at_least
from consent_app.workspaces.queries import lock_workspace, suspend_if_empty

log = logging.getLogger(__name__)


def subscribe(bus: EventBus) -> None:
    """End what was set up with an account by somebody else than the owner of its address."""
    bus.subscribe(AccountEmptied, _on_account_emptied)


def list_members(ctx: Context) -> list[Member]:
    """Return the members of the caller's workspace, the first joined first."""
    return queries.get_members(ctx.session, ctx.workspace_id)


def join(session: Session, workspace_id: UUID, user_id: UUID, role: str, now: datetime) -> bool:
    """Make the user a member. False if they already are one; their role stays unchanged."""
    membership = Membership(
        id=new_id(), workspace_id=workspace_id, user_id=user_id, role=role, created_at=now
    )
    try:
        with session.begin_nested():
            session.add(membership)
    except IntegrityError as error:
        if violates(
            error,
            "uq_memberships_workspace_id_user_id",
            "memberships.workspace_id, memberships.user_id",
        ):
            return False
        raise
    queries.forget_former_member(session, workspace_id, user_id)
    return True


def change_role(ctx: Context, member_id: UUID, role: Role) -> Member:
    """Change a member's role and return the member.

    Raises NotFound, Forbidden and LastOwner.
    """
    member, caller_role = _lock_member(ctx, member_id)
    if not all(
        role_at_least(caller_role, role_needed) for role_needed in ("admin", member.role, role)
    ):
        raise Forbidden("You cannot grant or change a role above your own.")
    if member.role == role:
        return member
    _keep_an_owner(ctx, member)
    queries.set_role(ctx.session, ctx.workspace_id, member.user_id, role)
    end_invitations_by(ctx, member.user_id, role, ctx.workspace_id)
    change = Change("role", member.role, role)
    ctx.emit(MemberRoleChanged(subject_id=member.user_id, changes=(change,)))
    return member._replace(role=role)


def remove_member(ctx: Context, member_id: UUID) -> None:
    """Remove a member, or let the caller leave. Their sessions in the workspace end too.

    Raises NotFound, Forbidden and LastOwner.
    """
    member, caller_role = _lock_member(ctx, member_id)
    leaves = member.user_id == ctx.user_id
    if not leaves and not all(role_at_least(caller_role, role) for role in ("admin", member.role)):
        raise Forbidden("You cannot remove a member with a role above your own.")
    _keep_an_owner(ctx, member)
    queries.delete_membership(ctx.session, ctx.workspace_id, member.user_id)
    end_invitations_by(ctx, member.user_id, None, ctx.workspace_id)
    event_type = MemberLeft if leaves else MemberRemoved
    change = Change("role", member.role, None)
    ctx.emit(
        event_type(subject_id=member.user_id, user_id=member.user_id, changes=(change,)),
    )


def refuse_last_owner(session: Session, user_id: UUID) -> None:
    """Raise LastOwner if a workspace with other members has no owner but this user.

    Owners whose accounts are disabled do not count.
    """
    if queries.would_lose_its_owner(session, user_id):
        raise LastOwner


def leave_all_workspaces(ctx: Context) -> None:
    """Delete the caller's memberships, when their account is deleted. Their API keys stay.

    A workspace that loses its last member is suspended, because nobody could sign in to it. The
    workspaces are locked first, so that of two last owners who leave at the same time only one may.
    Raises LastOwner.
    """
    session, user_id = ctx.session, ctx.user_id
    queries.lock_workspaces(session, user_id)
    # Before anything is decided: this waits for people who are accepting one, and who then belong
    # to the others.
    end_invitations_by(ctx, user_id)
    refuse_last_owner(session, user_id)
    for workspace_id, _ in queries.delete_memberships(session, user_id):
        workspace_ctx = ctx.in_workspace(workspace_id)
        workspace_ctx.emit(MemberLeft(subject_id=user_id, user_id=user_id, account_deleted=True))
        _suspend_if_empty(workspace_ctx)


def _on_account_emptied(ctx: Context, event: AccountEmptied) -> None:
    """End the invitations of the account and, unless it keeps them, its memberships.

    The workspaces are locked (``lock_workspaces``), and then the user.
    """
    user_id = event.subject_id
    assert user_id is not None
    end_invitations_by(ctx, user_id)
    if not event.keeps_memberships:
        _end_disowned_memberships(ctx, user_id)


def _end_disowned_memberships(ctx: Context, user_id: UUID) -> None:
    """Delete a user's memberships, because the owner of their address did not register the account.

    A workspace that loses its last member is suspended, because nobody could sign in to it. One
    that keeps other members but no owner needs an operator, because only the operator can find out
    who should own it. The caller has locked the workspaces (``lock_workspaces``), and then the
    user.
    """
    session = ctx.session
    for workspace_id, role in queries.delete_memberships(session, user_id):
        workspace_ctx = ctx.in_workspace(workspace_id)
        change = Change("role", role, None)
        workspace_ctx.emit(MemberDisowned(subject_id=user_id, user_id=user_id, changes=(change,)))
        _suspend_if_empty(workspace_ctx)
        if role == "owner" and queries.is_ownerless(session, workspace_id):
            workspace_ctx.emit(WorkspaceOwnerLost(subject_id=user_id))
            log.warning("Workspace %s has lost its only owner.", workspace_id)


def _suspend_if_empty(ctx: Context) -> None:
    if suspend_if_empty(ctx.session, ctx.workspace_id, ctx.now()):
        ctx.emit(WorkspaceChanged(changes=(Change("suspended", "false", "true"),)))


def _lock_member(ctx: Context, member_id: UUID) -> tuple[Member, str]:
    session, workspace_id = ctx.session, ctx.workspace_id
    lock_workspace(session, workspace_id)
    # The current roles: the caller's may have changed while this waited for the lock.
    caller_role = queries.get_role(session, workspace_id, ctx.user_id)
    if caller_role is None:
        raise Unauthenticated
    member = queries.get_member(session, workspace_id, member_id)
    if member is None:
        raise NotFound
    return member, caller_role


def _keep_an_owner(ctx: Context, member: Member) -> None:
    # An owner whose account is disabled could not do anything in the workspace.
    if member.role == "owner" and not queries.has_other_owner(
        ctx.session, ctx.workspace_id, member.user_id
    ):
        raise LastOwner
