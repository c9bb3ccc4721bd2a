"""Queries over memberships."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Uuid,
    bindparam,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from consent_app.accounts.read_models import User
from consent_app.db.upserts import upsert
from consent_app.text import folded
from consent_app.workspaces.models import FormerMember, Membership, Role, Workspace


class Access(NamedTuple):
    """A workspace and the role that one user has in it."""

    workspace: Workspace
    role: Role


class Member(NamedTuple):
    """A membership with its user. ``id`` is the membership's; ``verified_at`` is when the address
    was verified, if it was."""

    id: UUID
    user_id: UUID
    email: str
    name: str | None
    role: Role
    joined_at: datetime
    locale: str
    verified_at: datetime | None


_MEMBERS = select(
    Membership.id,
    Membership.user_id,
    User.email,
    User.name,
    Membership.role,
    Membership.created_at,
    User.locale,
    User.verified_at,
).join(User, User.id == Membership.user_id)


# Whose accounts are not disabled: nobody else can do anything in a workspace.
_ENABLED_MEMBER = exists().where(User.id == Membership.user_id, User.disabled_at.is_(None))
_HAS_MEMBERS = _ENABLED_MEMBER.where(Membership.workspace_id == Workspace.id)
_OWNERLESS = (_HAS_MEMBERS, ~_HAS_MEMBERS.where(Membership.role == "owner"))


def get_members(session: Session, workspace_id: UUID) -> list[Member]:
    """Return the members of a workspace, the first joined first."""
    rows = session.execute(
        _MEMBERS.where(Membership.workspace_id == workspace_id).order_by(Membership.id)
    )
    return [Member(*row) for row in rows]


def search_members(session: Session, workspace_id: UUID, q: str, limit: int) -> list[Member]:
    """Return up to ``limit`` members with ``q`` in their name or address, ignoring case."""
    # Not in the database: each folds other letters (``folded``).
    needle = folded(q)
    matches = (
        member
        for member in get_members(session, workspace_id)
        if needle in folded(member.email) or needle in folded(member.name or "")
    )
    return list(islice(matches, limit))


def get_member(session: Session, workspace_id: UUID, member_id: UUID) -> Member | None:
    """Return one member of a workspace, or None."""
    row = session.execute(
        _MEMBERS.where(Membership.workspace_id == workspace_id, Membership.id == member_id)
    ).one_or_none()
    return Member(*row) if row else None


def get_role(session: Session, workspace_id: UUID, user_id: UUID) -> Role | None:
    """Return the role that the user has now, or None for no member."""
    return session.scalar(
        select(Membership.role).where(
            Membership.workspace_id == workspace_id, Membership.user_id == user_id
        )
    )


def has_other_owner(session: Session, workspace_id: UUID, user_id: UUID) -> bool:
    """Return whether a workspace has an owner besides this user, without disabled accounts."""
    owner = _ENABLED_MEMBER.where(
        Membership.workspace_id == workspace_id,
        Membership.user_id != user_id,
        Membership.role == "owner",
    )
    return bool(session.scalar(select(owner)))


def is_ownerless(session: Session, workspace_id: UUID) -> bool:
    """Return whether the workspace has members, but no owner, without disabled accounts."""
    statement = select(Workspace.id).where(Workspace.id == workspace_id, *_OWNERLESS)
    return session.scalar(statement) is not None


def get_ownerless_slugs(connection: Connection, limit: int) -> list[str]:
    """Return the slugs of up to ``limit`` workspaces that have members, but no owner, without
    disabled accounts."""
    statement = select(Workspace.slug).where(*_OWNERLESS).order_by(Workspace.slug).limit(limit)
    return list(connection.scalars(statement))


def delete_membership(session: Session, workspace_id: UUID, user_id: UUID) -> None:
    """Delete one membership. The workspace keeps knowing the person by their present address."""
    membership = (Membership.workspace_id == workspace_id, Membership.user_id == user_id)
    _keep_addresses(session, *membership)
    session.execute(
        delete(Membership).where(*membership).execution_options(synchronize_session=False)
    )


def _keep_addresses(session: Session, *of: ColumnElement[bool]) -> None:
    """Store the present addresses of the memberships ``of`` these conditions."""
    columns = (Membership.workspace_id, Membership.user_id, User.email)
    present = select(*columns).join(User, User.id == Membership.user_id).where(*of)
    statement = upsert(session, FormerMember).from_select(
        ["workspace_id", "user_id", "email"], present
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "user_id"], set_={"email": statement.excluded.email}
        )
    )


def forget_former_member(session: Session, workspace_id: UUID, user_id: UUID) -> None:
    """Delete the address with which a person left the workspace."""
    session.execute(
        delete(FormerMember)
        .where(FormerMember.workspace_id == workspace_id, FormerMember.user_id == user_id)
        .execution_options(synchronize_session=False)
    )


def known_email(
    workspace_id: UUID | InstrumentedAttribute[Any], user_id: UUID | InstrumentedAttribute[Any]
) -> ColumnElement[str | None]:
    """Return the SQL of the address by which a workspace knows a person: a member's present one,
    and the one with which a former member left. Null for anybody else."""
    member = (
        select(User.email)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.workspace_id == workspace_id, Membership.user_id == user_id)
    )
    former = select(FormerMember.email).where(
        FormerMember.workspace_id == workspace_id, FormerMember.user_id == user_id
    )
    return func.coalesce(member.scalar_subquery(), former.scalar_subquery())


def get_accesses(session: Session, user_id: UUID) -> list[Access]:
    """Return the user's workspaces with the role in each, the first joined first."""
    rows = session.execute(
        select(Workspace, Membership.role)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .where(Membership.user_id == user_id)
        .order_by(Membership.id)
    )
    return [Access(workspace, role) for workspace, role in rows]


def lock_workspaces(
    session: Session, user_id: UUID, other_workspace_id: UUID | None = None
) -> list[UUID]:
    """Return the ids of the user's workspaces and the other one, locked to the end of the
    transaction.

    They are locked in a fixed order, so that two people who leave the same workspaces do not wait
    for each other. Call it before the user is locked.
    """
    belongs: Any = select(Membership.workspace_id).where(Membership.user_id == user_id)
    if other_workspace_id is not None:
        belongs = union_all(belongs, select(literal(other_workspace_id, Uuid)))
    ids = select(Workspace.id).where(Workspace.id.in_(belongs)).order_by(Workspace.id)
    return list(session.scalars(ids.with_for_update(key_share=True)))


def has_member(session: Session, workspace_id: UUID) -> bool:
    """Return whether the workspace has any member."""
    return bool(session.scalar(select(exists().where(Membership.workspace_id == workspace_id))))


def set_role(session: Session, workspace_id: UUID, user_id: UUID, role: Role) -> None:
    """Give a member another role."""
    session.execute(
        update(Membership)
        .where(Membership.workspace_id == workspace_id, Membership.user_id == user_id)
        .values(role=role)
        .execution_options(synchronize_session=False)
    )


def would_lose_its_owner(session: Session, user_id: UUID) -> bool:
    """Return whether a workspace with other members has this user as its only owner.

    Disabled accounts do not count as owners, unless the user's own is disabled too.
    """
    leaver, other_membership, other = aliased(User), aliased(Membership), aliased(User)
    has_others = exists().where(
        other_membership.workspace_id == Membership.workspace_id,
        other_membership.user_id != user_id,
    )
    has_other_owner = has_others.where(
        other_membership.role == "owner",
        other.id == other_membership.user_id,
        or_(other.disabled_at.is_(None), leaver.disabled_at.is_not(None)),
    )
    loses = exists().where(
        leaver.id == Membership.user_id,
        Membership.user_id == user_id,
        Membership.role == "owner",
        has_others,
        ~has_other_owner,
    )
    return bool(session.scalar(select(loses)))


def get_access_by_slug(session: Session, user_id: UUID | None, slug: str) -> Access | None:
    """Return the workspace ``slug``, in any case, and the user's role; None if either is
    missing."""
    row = session.execute(
        select(Workspace, Membership.role)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .where(Workspace.slug == slug.lower(), Membership.user_id == user_id)
    ).one_or_none()
    return Access(row[0], row[1]) if row else None


# Every request of the panel executes this. Creating it takes as long as executing it.
_ACCESS = (
    select(Workspace, Membership.role)
    .join(Membership, Membership.workspace_id == Workspace.id)
    .where(Workspace.id == bindparam("workspace_id"), Membership.user_id == bindparam("user_id"))
)


def get_access(session: Session, user_id: UUID, workspace_id: UUID) -> Access | None:
    """Return the workspace and the user's role; None if either is missing."""
    values = {"workspace_id": workspace_id, "user_id": user_id}
    row = session.execute(_ACCESS, values).one_or_none()
    return Access(row[0], row[1]) if row else None


def delete_memberships(session: Session, user_id: UUID) -> list[tuple[UUID, str]]:
    """Delete all memberships of a user; return their workspaces and roles.

    The workspaces keep knowing the person by their present address, until the account is deleted.
    """
    _keep_addresses(session, Membership.user_id == user_id)
    statement = (
        delete(Membership)
        .where(Membership.user_id == user_id)
        .returning(Membership.workspace_id, Membership.role)
        .execution_options(synchronize_session=False)
    )
    return sorted((row[0], row[1]) for row in session.execute(statement))
