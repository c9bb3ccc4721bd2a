"""The second factor, and the windows that limit attempts at passwords and codes."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import ENCRYPTED_FOR, JsonDocument, UtcDateTime

ENCRYPTION_PURPOSE = "totp"


class SecondFactor(Base):
    """A user's authenticator, once it is enabled.

    ``last_step`` is the last time step accepted: neither it nor an earlier one is accepted again
    (RFC 6238 §5.2). ``bound`` means that it was set up with an invitation link only, until the
    person signs in with their own credentials.
    """

    __tablename__ = "second_factors"

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    secret_sealed: Mapped[str] = mapped_column(Text, info={ENCRYPTED_FOR: ENCRYPTION_PURPOSE})
    last_step: Mapped[int] = mapped_column(BigInteger)
    backup_salt: Mapped[bytes] = mapped_column(LargeBinary)
    enrolled_at: Mapped[datetime] = mapped_column(UtcDateTime)
    bound: Mapped[bool | None] = mapped_column(Boolean)


class BackupCode(Base):
    """One backup code of a set, stored as Argon2id with the set's salt."""

    __tablename__ = "backup_codes"

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("second_factors.user_id", ondelete="CASCADE"), primary_key=True
    )
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AttemptWindow(Base):
    """The recent failures of one account or network: a moving window of instants, in milliseconds.

    ``holder_hash`` is a keyed digest, so that the table reveals neither addresses nor networks, not
    even to somebody who tries them all. ``notified_at`` is when the person last got an email that
    the window was full.
    """

    __tablename__ = "guess_windows"
    __table_args__ = (Index(None, "updated_at"),)

    kind: Mapped[str] = mapped_column(String(24), primary_key=True)
    holder_hash: Mapped[bytes] = mapped_column("subject", LargeBinary, primary_key=True)
    instants: Mapped[list[Any]] = mapped_column(JsonDocument)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    notified_at: Mapped[datetime | None] = mapped_column("told_at", UtcDateTime)
