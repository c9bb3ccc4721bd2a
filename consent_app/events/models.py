"""The audit events, and the changes that visitors notice. Rows are added and, after their time,
deleted; never changed.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import JsonDocument

SECURITY_EVENTS = (
    "account",
    "account_handoff",
    "api_key",
    "handoff",
    "identity",
    "invitation",
    "password",
    "second_factor",
    "session",
    "sign_in",
)
"""The prefixes of events that concern the security of an account. The index of these events has the
same list: a migration that creates it again belongs to a change."""

CONCERNS_SECURITY = " OR ".join(f"event LIKE '{prefix}.%'" for prefix in SECURITY_EVENTS)
"""The SQL of the condition. Queries need it without parameters, so that SQLite finds the index."""

ActorKind = Literal["user", "api_key", "operator", "system"]
"""Who caused an event. An anonymous caller is a user without an id."""


class AuditEvent(Base):
    """One event. Its id says when. ``workspace_id`` is null for events of an account only."""

    __tablename__ = "audit_events"
    __table_args__ = (
        Index(None, "workspace_id", "id"),
        Index(None, "workspace_id", "event", "id"),
        Index(None, "workspace_id", "actor_id", "id"),
        Index(None, "actor_id", "id"),
        Index(None, "subject_id", "id"),
        # A person may have caused many more events than those.
        Index(
            "ix_audit_events_security",
            "actor_id",
            "id",
            sqlite_where=text(CONCERNS_SECURITY),
            postgresql_where=text(CONCERNS_SECURITY),
        ),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE")
    )
    actor_kind: Mapped[str] = mapped_column(String(8))
    actor_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    event: Mapped[str] = mapped_column(String(60))
    outcome: Mapped[str] = mapped_column(String(8))
    address_hash: Mapped[str | None] = mapped_column(String(32))
    subject_id: Mapped[UUID | None] = mapped_column(Uuid)
    detail: Mapped[list[dict[str, str | None]]] = mapped_column(JsonDocument)


class SiteChange(Base):
    """A change that visitors notice, for the processes that cache banners. Its id says when.

    ``domain_id`` is null for all domains of the workspace. There are no foreign keys, because a
    deleted domain must leave the caches too.
    """

    __tablename__ = "site_changes"

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(Uuid)
    domain_id: Mapped[UUID | None] = mapped_column(Uuid)
