"""The feed's events, members' read states and preferences, and the emails that were sent."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import (
    Boolean,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Uuid,
)
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime

EventKind = Literal[
    "scan_failed",
    "scan_completed",
    "banner_published",
    "domain_added",
    "member_joined",
    "verification_failed",
]
SUBJECT_CHARACTERS = 400


class FeedEvent(Base):
    """An event that the feed shows for 30 days. Its id says when it happened.

    ``kind`` is a type of notification, or one that is only mailed. ``hostname`` and ``subject`` (a
    member's address, a version) are inserted into the texts. They are stored here because the
    domain or member may be deleted by then.
    """

    __tablename__ = "workspace_events"
    __table_args__ = (Index(None, "workspace_id", "id"),)

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    domain_id: Mapped[UUID | None] = mapped_column(Uuid)
    hostname: Mapped[str | None] = mapped_column(String(253))
    subject: Mapped[str | None] = mapped_column(String(SUBJECT_CHARACTERS))


class FeedRead(Base):
    """When one user last marked one workspace's feed read."""

    __tablename__ = "feed_reads"
    __table_args__ = (Index(None, "user_id"),)

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    read_at: Mapped[datetime] = mapped_column(UtcDateTime)


class MailPreference(Base):
    """A member's choice about one email of the catalogue. It is deleted with the membership."""

    __tablename__ = "mail_preferences"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["memberships.workspace_id", "memberships.user_id"],
            name="fk_mail_preferences_membership",
            ondelete="CASCADE",
        ),
        Index(None, "mail_id", "workspace_id"),
    )

    workspace_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    user_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    mail_id: Mapped[str] = mapped_column(String(40), primary_key=True)
    enabled: Mapped[bool] = mapped_column(Boolean)


class MailedNotification(Base):
    """A record that emails were sent, so that a job that runs twice does not send them twice.

    ``occasion`` is an event's id, a week, or a problem's id.
    """

    __tablename__ = "mailed_notifications"
    __table_args__ = (Index(None, "created_at"),)

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE"), primary_key=True
    )
    mail_id: Mapped[str] = mapped_column(String(40), primary_key=True)
    occasion: Mapped[str] = mapped_column("subject", String(40), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
