"""Users, the people with an account, and their identities at identity providers."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime

EMAIL_CHARACTERS = 254
NAME_CHARACTERS = 100
ORIGIN_CHARACTERS = 100
NETWORK_CHARACTERS = 40
ISSUER_CHARACTERS = 255
_HAS_REGISTRATION = "registered_from IS NOT NULL OR registered_network IS NOT NULL"


class User(Base):
    """A person with an account.

    ``email`` is kept as typed; ``email_key`` is the form in which addresses are compared.
    ``password_hash`` is null for people who sign in only with an identity provider.

    ``registered_from`` and ``registered_network`` say from which browser and, coarsely, from where
    the account was registered, until the owner of the address has shown that they registered it,
    or could have had it deleted for long enough.
    ``unproved_until`` is set where the address was verified without that. Operators set
    ``disabled_at``.
    """

    __tablename__ = "users"
    __table_args__ = (
        UniqueConstraint("email_key"),
        # For the job that deletes where accounts were registered.
        Index(
            "ix_users_registered_from",
            "confirmed_at",
            sqlite_where=text(_HAS_REGISTRATION),
            postgresql_where=text(_HAS_REGISTRATION),
        ),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    email: Mapped[str] = mapped_column(String(EMAIL_CHARACTERS))
    email_key: Mapped[str] = mapped_column(String(EMAIL_CHARACTERS * 2))
    name: Mapped[str | None] = mapped_column(String(NAME_CHARACTERS))
    organization_name: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    locale: Mapped[str] = mapped_column(String(16))
    password_hash: Mapped[str | None] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    verified_at: Mapped[datetime | None] = mapped_column("confirmed_at", UtcDateTime)
    demo_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    registered_from: Mapped[str | None] = mapped_column(String(ORIGIN_CHARACTERS))
    registered_network: Mapped[str | None] = mapped_column(String(NETWORK_CHARACTERS))
    unproved_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Identity(Base):
    """A user's identity at an OpenID Connect provider, by issuer and subject."""

    __tablename__ = "identities"
    __table_args__ = (UniqueConstraint("user_id", "issuer"),)

    issuer: Mapped[str] = mapped_column(String(ISSUER_CHARACTERS), primary_key=True)
    subject: Mapped[str] = mapped_column(String(ISSUER_CHARACTERS), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    linked_at: Mapped[datetime] = mapped_column(UtcDateTime)
