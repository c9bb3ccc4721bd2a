"""Sessions, one-time tokens, and the devices and networks that a person has signed in from."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from sqlalchemy import (
    Boolean,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import ENCRYPTED_FOR, UtcDateTime

USER_AGENT_CHARACTERS = 100


class Purpose(StrEnum):
    """The purpose of a token. A token is valid for its own purpose only."""

    SETUP = "challenge_setup"
    VERIFY = "challenge_verify"
    HANDOFF = "handoff"
    ACCOUNT_HANDOFF = "account_handoff"
    REFRESH = "refresh"
    VERIFY_EMAIL = "confirm_address"
    RESET_PASSWORD = "reset_password"  # noqa: S105 - a name, not a password
    DISOWN_ACCOUNT = "disown_account"
    CHANGE_EMAIL = "change_address"
    REPLACE_FACTOR = "challenge_replace"


PASSWORD_PROVED = (Purpose.SETUP, Purpose.VERIFY, Purpose.REPLACE_FACTOR, Purpose.CHANGE_EMAIL)
"""What was begun with a password, and must not outlive it."""

LIFETIMES = {
    Purpose.SETUP: timedelta(minutes=10),
    Purpose.VERIFY: timedelta(minutes=10),
    Purpose.HANDOFF: timedelta(seconds=60),
    Purpose.ACCOUNT_HANDOFF: timedelta(seconds=60),
    Purpose.REFRESH: timedelta(days=30),
    Purpose.VERIFY_EMAIL: timedelta(days=3),
    Purpose.RESET_PASSWORD: timedelta(minutes=30),
    Purpose.DISOWN_ACCOUNT: timedelta(days=30),
    Purpose.CHANGE_EMAIL: timedelta(days=3),
    Purpose.REPLACE_FACTOR: timedelta(minutes=10),
}
"""How long a token of each purpose is valid (``docs/decisions.md`` §3)."""


class UserSession(Base):
    """A session of an account or, with ``workspace_id``, of a workspace's panel.

    ``expires_at`` is the end that no refresh extends (90 days). ``last_used_at`` is when its tokens
    were last issued; ``user_agent`` is reduced to browser family, major version and system.

    A session opened by a hand-off is a child: ``parent_id`` is the session that handed off,
    ``root_id`` the one that a person signed in to at ``authenticated_at``. Both are null in a root.
    A child ends when its root does. ``bound`` means that the person signed in with an invitation
    link only: such a session is limited to its workspace.
    """

    __tablename__ = "sessions"
    __table_args__ = (
        Index(None, "user_id"),
        Index(None, "workspace_id"),
        Index(None, "expires_at"),
        Index(
            None,
            "revoked_at",
            sqlite_where=text("revoked_at IS NOT NULL"),
            postgresql_where=text("revoked_at IS NOT NULL"),
        ),
        Index(None, "root_id"),
        Index(None, "parent_id"),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    root_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    parent_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    workspace_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE")
    )
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    user_agent: Mapped[str | None] = mapped_column(String(USER_AGENT_CHARACTERS))
    authenticated_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    bound: Mapped[bool | None] = mapped_column(Boolean)


class OneTimeToken(Base):
    """An opaque token, stored as SHA-256. ``purpose`` is a ``Purpose``.

    ``workspace_id`` is the workspace that the original request named; ``session_id`` the family of
    a refresh token, or the session that made a hand-off code; ``sealed`` the encrypted secret of an
    unfinished enrolment, or a new address; ``attempts`` counts codes tried against a challenge;
    ``bound`` means that the sign-in was by an invitation link only.
    """

    __tablename__ = "one_time_tokens"
    __table_args__ = (
        UniqueConstraint("token_hash"),
        Index(None, "user_id", "purpose"),
        Index(None, "session_id"),
        Index(None, "expires_at"),
        # Only a few tokens name one.
        Index(
            None,
            "workspace_id",
            sqlite_where=text("workspace_id IS NOT NULL"),
            postgresql_where=text("workspace_id IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    purpose: Mapped[str] = mapped_column(String(24))
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    session_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    workspace_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE")
    )
    # An enrolment's secret becomes the authenticator's as it is, so both have the same purpose.
    sealed: Mapped[str | None] = mapped_column(Text, info={ENCRYPTED_FOR: "totp"})
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    spent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    bound: Mapped[bool | None] = mapped_column(Boolean)


class KnownDevice(Base):
    """A browser and system that a user has signed in from, such as ``Firefox (Linux)``."""

    __tablename__ = "known_devices"
    __table_args__ = (Index(None, "last_seen_at"),)

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    device: Mapped[str] = mapped_column(String(USER_AGENT_CHARACTERS + 2), primary_key=True)
    last_seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class KnownNetwork(Base):
    """A network that a user has signed in from, or redeemed a reset from, as a keyed hash."""

    __tablename__ = "known_networks"
    __table_args__ = (Index(None, "last_seen_at"),)

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    network_hash: Mapped[str] = mapped_column(String(32), primary_key=True)
    last_seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
