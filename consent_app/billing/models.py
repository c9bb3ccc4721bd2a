"""The payment provider's subscriptions as last read, its checkouts and its handled events."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, ForeignKey, Index, Integer, String, UniqueConstraint, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime

ID_CHARACTERS = 255
"""The maximum length of Stripe's ids."""


class Subscription(Base):
    """A workspace's subscription at Stripe, as last read.

    A workspace has one current subscription; earlier ones have ``replaced_at`` and no effect.
    ``status`` is Stripe's. ``overdue_since`` is when a payment was first found missing,
    ``suspended_at`` when the workspace was suspended for it. ``asked_at`` is when the hourly job
    last asked Stripe about it. ``version`` counts the changes, so that of two concurrent reads from
    Stripe the older cannot overwrite the newer.
    """

    __tablename__ = "subscriptions"
    __table_args__ = (
        UniqueConstraint("stripe_subscription_id"),
        Index(
            "uq_subscriptions_current",
            "workspace_id",
            unique=True,
            sqlite_where=text("replaced_at IS NULL"),
            postgresql_where=text("replaced_at IS NULL"),
        ),
        Index(None, "workspace_id"),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    stripe_customer_id: Mapped[str] = mapped_column(String(ID_CHARACTERS))
    stripe_subscription_id: Mapped[str] = mapped_column(String(ID_CHARACTERS))
    plan: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(40))
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    current_period_end: Mapped[datetime | None] = mapped_column(UtcDateTime)
    cancel_at_period_end: Mapped[bool] = mapped_column(Boolean)
    overdue_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    suspended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    replaced_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_event_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    asked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    version: Mapped[int] = mapped_column(Integer)


class Checkout(Base):
    """A checkout at Stripe, by its id there, until its outcome is final.

    Without this row nobody would find a first payment whose events are lost. ``asked_at`` is when
    the hourly job last asked Stripe about it.
    """

    __tablename__ = "checkouts"
    __table_args__ = (Index(None, "created_at"),)

    id: Mapped[str] = mapped_column(String(ID_CHARACTERS), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class DroppedSubscription(Base):
    """A subscription that had not ended when its workspace was deleted, by its id at Stripe.

    Stripe continues to send its events. Without this row, the next one would create a workspace
    again.
    """

    __tablename__ = "dropped_subscriptions"

    id: Mapped[str] = mapped_column(String(ID_CHARACTERS), primary_key=True)
    dropped_at: Mapped[datetime] = mapped_column(UtcDateTime)


class BillingEvent(Base):
    """An event of Stripe's that was handled, so that a replay has no effect."""

    __tablename__ = "billing_events"
    __table_args__ = (Index(None, "handled_at"),)

    id: Mapped[str] = mapped_column(String(ID_CHARACTERS), primary_key=True)
    kind: Mapped[str] = mapped_column(String(100))
    handled_at: Mapped[datetime] = mapped_column(UtcDateTime)
