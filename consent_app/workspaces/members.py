"""Members: who they are, their roles, and how they leave.

Nobody grants, changes or removes a role above their own, and a workspace never loses its last
owner. Each change holds the workspace's row first, so that of two at once the second sees what the
first has done.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import Forbidden, LastOwner, NotFound, Unauthenticated
from consent_app.workspaces import membership_queries
from consent_app.workspaces.membership_queries import Member
from consent_app.workspaces.queries import lock_workspace
from consent_app.workspaces.service import Role, may

list_members = membership_queries.members


def change_role(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    caller_id: UUID,
    member_id: UUID,
    role: Role,
) -> Member:
    """Give a member another role and return them with it.

    Raises NotFound, Forbidden and LastOwner.
    """
    member, caller_role = _held(session, workspace_id, caller_id, member_id)
    if not (may(caller_role, "admin") and may(caller_role, member.role) and may(caller_role, role)):
        raise Forbidden("Nobody can grant or change a role above their own.")
    if member.role == role:
        return member
    _keep_an_owner(session, workspace_id, member)
    membership_queries.set_role(session, workspace_id, member.user_id, role)
    event = Event(
        "member.role_changed",
        caller_id,
        workspace_id,
        member.user_id,
        detail={"from": member.role, "to": role},
    )
    record(session, app, source, event)
    return member._replace(role=role)


def remove(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    caller_id: UUID,
    member_id: UUID,
) -> None:
    """Remove a member, or let the caller leave; their sessions in the workspace end with it.

    Raises NotFound, Forbidden and LastOwner.
    """
    member, caller_role = _held(session, workspace_id, caller_id, member_id)
    leaves = member.user_id == caller_id
    if not leaves and not (may(caller_role, "admin") and may(caller_role, member.role)):
        raise Forbidden("Nobody can remove a role above their own.")
    _keep_an_owner(session, workspace_id, member)
    membership_queries.delete_membership(session, workspace_id, member.user_id)
    # The membership is looked at with every use of a token; ended, the sessions do not come back
    # to life with a new invitation either.
    membership_queries.end_sessions(session, workspace_id, member.user_id, app.now())
    event = Event(
        "member.left" if leaves else "member.removed",
        caller_id,
        workspace_id,
        member.user_id,
        detail={"role": member.role},
    )
    record(session, app, source, event)


def _held(
    session: Session, workspace_id: UUID, caller_id: UUID, member_id: UUID
) -> tuple[Member, str]:
    lock_workspace(session, workspace_id)
    # Both roles as they are now: the caller's may have changed while this waited for its turn.
    caller_role = membership_queries.role_of(session, workspace_id, caller_id)
    if caller_role is None:
        raise Unauthenticated
    member = membership_queries.member(session, workspace_id, member_id)
    if member is None:
        raise NotFound
    return member, caller_role


def _keep_an_owner(session: Session, workspace_id: UUID, member: Member) -> None:
    if member.role == "owner" and membership_queries.owners(session, workspace_id) < 2:
        raise LastOwner
