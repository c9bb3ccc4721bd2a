"""The second factor, sessions, one-time tokens, and the windows that guard against guessing."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import JsonDocument, UtcDateTime

USER_AGENT_CHARACTERS = 100
SUBJECT_CHARACTERS = 255


class Identity(Base):
    """A user's identity at an OpenID Connect provider, by issuer and subject."""

    __tablename__ = "identities"
    __table_args__ = (UniqueConstraint("user_id", "issuer"),)

    issuer: Mapped[str] = mapped_column(String(SUBJECT_CHARACTERS), primary_key=True)
    subject: Mapped[str] = mapped_column(String(SUBJECT_CHARACTERS), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    linked_at: Mapped[datetime] = mapped_column(UtcDateTime)


class UsedIdToken(Base):
    """An ID token, or a nonce of ours, that was used: by its digest, while it could be taken."""

    __tablename__ = "used_id_tokens"
    __table_args__ = (Index(None, "expires_at"),)

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SecondFactor(Base):
    """A user's authenticator, once it is turned on. ``last_step`` is the last time step accepted:
    neither it nor an earlier one is accepted again (RFC 6238 §5.2). ``bound``: it was set up with
    no more than an invitation's link, until the person comes by means of their own."""

    __tablename__ = "second_factors"

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    secret_sealed: Mapped[str] = mapped_column(Text)
    last_step: Mapped[int] = mapped_column(BigInteger)
    backup_salt: Mapped[bytes] = mapped_column(LargeBinary)
    enrolled_at: Mapped[datetime] = mapped_column(UtcDateTime)
    bound: Mapped[bool | None] = mapped_column(Boolean)


class BackupCode(Base):
    """One backup code of a set, kept as Argon2id under the set's salt."""

    __tablename__ = "backup_codes"

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("second_factors.user_id", ondelete="CASCADE"), primary_key=True
    )
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class UserSession(Base):
    """A session of an account or, with ``workspace_id``, of a workspace's panel.

    ``expires_at`` is the end that no refresh moves (90 days). ``last_used_at`` is when its tokens
    were last issued; ``user_agent`` is cut to browser family, major version and system.

    What a hand-off makes is a child: ``parent_id`` is the session that handed off, ``root_id`` the
    one that a person signed in to at ``authenticated_at``. Both are null in a root; a child is over
    once its root is. ``bound`` is true where the sign-in rests on an invitation's link alone: such
    a session stays in its workspace.
    """

    __tablename__ = "sessions"
    __table_args__ = (
        Index(None, "user_id"),
        Index(None, "workspace_id"),
        Index(None, "expires_at"),
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


class OneTimeToken(Base):
    """An opaque token, kept as SHA-256. ``purpose`` is a ``consent_app.sign_in.tokens.Purpose``.

    ``workspace_id`` is the workspace that the originating call named; ``session_id`` the family
    of a refresh token, or the session that made a hand-off code; ``sealed`` the secret of an
    enrolment that is not finished, or a new address; ``attempts`` counts codes tried against a
    challenge; ``bound`` is true in one that rests on an invitation's link alone.
    """

    __tablename__ = "one_time_tokens"
    __table_args__ = (
        UniqueConstraint("token_hash"),
        Index(None, "user_id", "purpose"),
        Index(None, "session_id"),
        Index(None, "expires_at"),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    purpose: Mapped[str] = mapped_column(String(24))
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    session_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    workspace_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE")
    )
    sealed: Mapped[str | None] = mapped_column(Text)
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    spent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    bound: Mapped[bool | None] = mapped_column(Boolean)


class AttemptWindow(Base):
    """The recent failures of one subject: a moving window of instants, in milliseconds.

    ``subject`` is a keyed digest, so that the table tells neither an address nor a network, not
    even to whoever tries them all. ``told_at`` is when the person was last told that the window
    had filled.
    """

    __tablename__ = "guess_windows"
    __table_args__ = (Index(None, "updated_at"),)

    kind: Mapped[str] = mapped_column(String(24), primary_key=True)
    subject: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    instants: Mapped[list[Any]] = mapped_column(JsonDocument)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    told_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
