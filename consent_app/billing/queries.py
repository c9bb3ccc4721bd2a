"""Queries over subscriptions and handled events."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from consent_app.billing.models import BillingEvent, Subscription
from consent_app.payments.service import OVER
from consent_app.workspaces.read_models import Membership

PAUSES = ((timedelta(days=7), timedelta(days=1)), (timedelta(days=90), timedelta(days=7)))
"""How old something is, and how long the pause between two questions about it is from then on."""


def get_version(session: Session, stripe_id: str) -> int | None:
    """Return the version of a stored subscription; None if it is not stored."""
    return session.scalar(
        select(Subscription.version).where(Subscription.stripe_subscription_id == stripe_id)
    )


def get_workspace_id(session: Session, stripe_id: str) -> UUID | None:
    """Return the workspace of a subscription, None for an unknown one."""
    return session.scalar(
        select(Subscription.workspace_id).where(Subscription.stripe_subscription_id == stripe_id)
    )


def lock_subscription(session: Session, stripe_id: str) -> Subscription | None:
    """Lock the subscription to the end of the transaction and return its current row, or None.

    Lock its workspace first: the two are always locked in this order.
    """
    return session.scalars(
        select(Subscription)
        .where(Subscription.stripe_subscription_id == stripe_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()


def lock_current(session: Session, workspace_id: UUID) -> Subscription | None:
    """Return the workspace's current subscription, locked in the same way, or None."""
    return session.scalars(
        select(Subscription)
        .where(Subscription.workspace_id == workspace_id, Subscription.replaced_at.is_(None))
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()


def get_current(session: Session, workspace_id: UUID) -> Subscription | None:
    """Return the workspace's current subscription, or None."""
    return session.scalars(
        select(Subscription).where(
            Subscription.workspace_id == workspace_id, Subscription.replaced_at.is_(None)
        )
    ).one_or_none()


def is_handled(session: Session, event_id: str) -> bool:
    """Return whether an event was already handled."""
    return session.get(BillingEvent, event_id) is not None


def delete_events(session: Session, before: datetime) -> None:
    """Delete the events that were handled before an instant."""
    session.execute(
        delete(BillingEvent)
        .where(BillingEvent.handled_at < before)
        .execution_options(synchronize_session=False)
    )


def get_overdue_or_silent(
    session: Session, now: datetime, *, overdue_before: datetime, ended_before: datetime, limit: int
) -> list[tuple[UUID, str]]:
    """Return ids (ours and Stripe's) of current subscriptions to ask Stripe about.

    These are overdue since before an instant, also if they have suspended their workspace: the news
    of the payment may be lost. Or their period ended before another instant without news. Those
    that were not asked about for the longest time come first.
    """
    statement = (
        select(Subscription.id, Subscription.stripe_subscription_id)
        .where(
            Subscription.replaced_at.is_(None),
            Subscription.status.not_in(OVER),
            or_(
                _is_due(Subscription.overdue_since, overdue_before, now),
                _is_due(Subscription.current_period_end, ended_before, now),
            ),
        )
        .order_by(_last_asked, Subscription.id)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in session.execute(statement)]


_last_asked = func.coalesce(Subscription.asked_at, Subscription.started_at)


def _is_due(since: Any, before: datetime, now: datetime) -> ColumnElement[bool]:
    """Return whether Stripe is asked about what began before an instant, and not too recently."""
    pauses = (or_(since > before - age, _last_asked <= now - pause) for age, pause in PAUSES)
    return and_(since <= before, *pauses)


def note_asked(session: Session, subscription_id: UUID, now: datetime) -> None:
    """Store when Stripe was asked about a subscription."""
    session.execute(
        update(Subscription)
        .where(Subscription.id == subscription_id)
        .values(asked_at=now)
        .execution_options(synchronize_session=False)
    )


def get_without_member(session: Session, limit: int) -> list[str]:
    """Return Stripe's ids of active subscriptions of workspaces without a member."""
    statement = (
        select(Subscription.stripe_subscription_id)
        .where(
            Subscription.replaced_at.is_(None),
            Subscription.status.not_in(OVER),
            ~exists().where(Membership.workspace_id == Subscription.workspace_id),
        )
        .order_by(Subscription.id)
        .limit(limit)
    )
    return list(session.scalars(statement))
