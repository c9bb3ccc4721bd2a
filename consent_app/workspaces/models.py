"""Workspaces, their members and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Integer, LargeBinary, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime

Role = Literal["owner", "admin", "viewer"]

ROLES: tuple[Role, ...] = ("viewer", "admin", "owner")
"""From the least to the most powerful."""


def role_at_least(role: str, minimum: str) -> bool:
    """Return whether ``role`` is ``minimum`` or above."""
    order: tuple[str, ...] = ROLES
    return order.index(role) >= order.index(minimum)


class Workspace(Base):
    """An organization. ``slug`` is the subdomain it lives on.

    ``plan_ends_at`` is the end of a demo, from which the workspace is suspended; ``suspended_at``
    suspends it for any other reason. ``visitor_salt`` is the key of its visitor hashes.
    """

    __tablename__ = "workspaces"
    __table_args__ = (UniqueConstraint("slug"),)

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    slug: Mapped[str] = mapped_column(String(40))
    plan: Mapped[str] = mapped_column(String(40))
    plan_ends_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    suspended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    retention_months: Mapped[int] = mapped_column(Integer)
    visitor_data: Mapped[str] = mapped_column(String(8))
    visitor_salt: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Membership(Base):
    """A user's membership of a workspace, with a role: ``owner``, ``admin`` or ``viewer``."""

    __tablename__ = "memberships"
    __table_args__ = (UniqueConstraint("workspace_id", "user_id"), Index(None, "user_id"))

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    role: Mapped[Role] = mapped_column(String(8))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class FormerMember(Base):
    """The address of a person when their membership ended, by which the workspace keeps knowing
    them, until they join again."""

    __tablename__ = "former_members"
    __table_args__ = (Index(None, "user_id"),)

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    email: Mapped[str] = mapped_column(String(254))


class Invitation(Base):
    """An invitation of one address to a workspace. The token is ``<id>.<secret>``, and only the
    SHA-256 of the secret is stored. It is over once claimed, revoked or expired, and deleted a day
    after it expires."""

    __tablename__ = "invitations"
    __table_args__ = (
        Index(None, "workspace_id", "id"),
        Index(None, "workspace_id", "email_key"),
        Index(None, "invited_by"),
        Index(None, "expires_at"),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(508))
    role: Mapped[Role] = mapped_column(String(8))
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary)
    invited_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    claimed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
