"""Queries over subscriptions, checkouts and handled events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from consent_app.billing.models import (
    BillingEvent,
    Checkout,
    DroppedSubscription,
    Subscription,
)
from consent_app.payments.service import OVER
from consent_app.workspaces.read_models import Membership

Pauses = tuple[tuple[timedelta, timedelta], ...]
"""Ages, each with the pause between two questions about anything that is at least so old."""

OVERDUE_PAUSES: Pauses = (
    (timedelta(days=7), timedelta(days=1)),
    (timedelta(days=90), timedelta(days=7)),
)
"""The pauses for an overdue subscription."""

CHECKOUT_PAUSES: Pauses = (
    (timedelta(hours=2), timedelta(hours=6)),
    (timedelta(days=2), timedelta(days=1)),
)
"""The pauses for a checkout. It can be paid for a day, and a direct debit may take many more."""

_last_asked = func.coalesce(Subscription.asked_at, Subscription.started_at)


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


def get_unended(session: Session, workspace_id: UUID) -> list[str]:
    """Return Stripe's ids of the workspace's subscriptions, also replaced ones, that have not
    ended."""
    statement = select(Subscription.stripe_subscription_id).where(
        Subscription.workspace_id == workspace_id, Subscription.status.not_in(OVER)
    )
    return list(session.scalars(statement.order_by(Subscription.id)))


def drop_subscriptions(session: Session, workspace_id: UUID, now: datetime) -> None:
    """Store which subscriptions of a workspace that is about to be deleted have not ended."""
    for stripe_id in get_unended(session, workspace_id):
        session.add(DroppedSubscription(id=stripe_id, dropped_at=now))
    session.flush()


def is_dropped(session: Session, stripe_id: str) -> bool:
    """Return whether the workspace of a subscription was deleted before it had ended."""
    return session.get(DroppedSubscription, stripe_id) is not None


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
) -> list[str]:
    """Return Stripe's ids of current subscriptions to ask about.

    These are overdue since before an instant, also if they have suspended their workspace: the news
    of the payment may be lost. Or their period ended before another instant without news. Those
    that were not asked about for the longest time come first.
    """
    schedule = _Schedule(_last_asked, now, OVERDUE_PAUSES)
    due = or_(
        schedule.is_due(Subscription.overdue_since, overdue_before),
        schedule.is_due(Subscription.current_period_end, ended_before),
    )
    return _get_unended(session, and_(Subscription.replaced_at.is_(None), due), limit)


def get_unasked(session: Session, before: datetime, limit: int) -> list[str]:
    """Return Stripe's ids of current subscriptions that were not asked about since an instant.

    Those that were not asked about for the longest time come first.
    """
    due = and_(Subscription.replaced_at.is_(None), _last_asked <= before)
    return _get_unended(session, due, limit)


def _get_unended(session: Session, condition: ColumnElement[bool], limit: int) -> list[str]:
    statement = (
        select(Subscription.stripe_subscription_id)
        .where(Subscription.status.not_in(OVER), condition)
        .order_by(_last_asked, Subscription.id)
        .limit(limit)
    )
    return list(session.scalars(statement))


def get_checkouts(session: Session, now: datetime, *, before: datetime, limit: int) -> list[str]:
    """Return Stripe's ids of the checkouts opened before an instant to ask about.

    Those that were not asked about for the longest time come first.
    """
    last_asked = func.coalesce(Checkout.asked_at, Checkout.created_at)
    due = _Schedule(last_asked, now, CHECKOUT_PAUSES).is_due(Checkout.created_at, before)
    statement = select(Checkout.id).where(due).order_by(last_asked, Checkout.id).limit(limit)
    return list(session.scalars(statement))


@dataclass(frozen=True, slots=True)
class _Schedule:
    """When rows were last asked about, and the pauses between two questions."""

    last_asked: ColumnElement[Any]
    now: datetime
    pauses: Pauses

    def is_due(self, since: Any, before: datetime) -> ColumnElement[bool]:
        """Return whether a row whose ``since`` is before an instant is to be asked about."""
        return and_(
            since <= before,
            *(
                or_(since > before - age, self.last_asked <= self.now - pause)
                for age, pause in self.pauses
            ),
        )


def note_asked(session: Session, stripe_id: str, now: datetime) -> None:
    """Store when Stripe was asked about a subscription."""
    session.execute(
        update(Subscription)
        .where(Subscription.stripe_subscription_id == stripe_id)
        .values(asked_at=now)
        .execution_options(synchronize_session=False)
    )


def note_checkout_asked(session: Session, checkout_id: str, now: datetime) -> None:
    """Store when Stripe was asked about a checkout."""
    session.execute(
        update(Checkout)
        .where(Checkout.id == checkout_id)
        .values(asked_at=now)
        .execution_options(synchronize_session=False)
    )


def delete_checkout(session: Session, checkout_id: str) -> None:
    """Delete a checkout whose outcome is final."""
    session.execute(
        delete(Checkout)
        .where(Checkout.id == checkout_id)
        .execution_options(synchronize_session=False)
    )


def delete_checkouts(session: Session, before: datetime) -> None:
    """Delete the checkouts that were opened before an instant."""
    session.execute(
        delete(Checkout)
        .where(Checkout.created_at < before)
        .execution_options(synchronize_session=False)
    )


def get_unwanted(session: Session, before: datetime, limit: int) -> list[str]:
    """Return Stripe's ids of subscriptions that are to be ended.

    They are those of workspaces without a member, and those that were replaced before an instant,
    unless they were asked about since then. Those that were not asked about for the longest time
    come first.
    """
    abandoned = and_(
        Subscription.replaced_at.is_(None),
        ~exists().where(Membership.workspace_id == Subscription.workspace_id),
    )
    replaced = and_(Subscription.replaced_at <= before, _last_asked <= before)
    return _get_unended(session, or_(abandoned, replaced), limit)
