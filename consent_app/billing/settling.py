"""What a subscription's present state makes of its workspace (``docs/billing.md``).

Every event is only a reason to ask Stripe how the subscription stands now, so that neither their
order nor their number matters. Asking takes time and no connection is held meanwhile: what was
known before is remembered by its version, and where that has moved on, Stripe is asked again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.audit.service import Event, record
from consent_app.billing import queries
from consent_app.billing.attaching import attach
from consent_app.billing.mails import OVERDUE, SUSPENDED, tell_owners
from consent_app.billing.models import BillingEvent, Subscription
from consent_app.billing.payments import Payments
from consent_app.billing.states import State
from consent_app.errors import BillingUnavailable
from consent_app.runtime import Runtime
from consent_app.workspaces.service import Workspace, hold_workspace, put_on_plan, suspend

TRIES = 6

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """An event of Stripe's: its id, its type, and when it happened there."""

    id: str
    kind: str
    at: datetime


def settle(runtime: Runtime, payments: Payments, stripe_id: str, told: Told | None) -> None:
    """Ask how a subscription stands and make it so. An event that was handled does nothing.

    Raises BillingUnavailable, after which nothing has changed.
    """
    gateway = payments.gateway(runtime)
    for _ in range(TRIES):
        with runtime.database.session(read_only=True) as session:
            if told is not None and queries.is_handled(session, told.id):
                return
            seen = queries.version_of(session, stripe_id)
        state = gateway.subscription(stripe_id)
        try:
            with runtime.database.transaction() as session:
                if _write(session, runtime, stripe_id, state, seen, told):
                    return
        except IntegrityError:
            # Somebody else made the same workspace, or handled the same event, at this instant.
            continue
    raise BillingUnavailable


def note(runtime: Runtime, told: Told) -> None:
    """Note an event that asks for nothing."""
    try:
        with runtime.database.transaction() as session:
            _note(session, runtime, told)
    except IntegrityError:
        return


def _note(session: Session, runtime: Runtime, told: Told) -> None:
    session.add(BillingEvent(id=told.id, kind=told.kind[:100], handled_at=runtime.now()))
    session.flush()


def _write(
    session: Session,
    runtime: Runtime,
    stripe_id: str,
    state: State | None,
    seen: int | None,
    told: Told | None,
) -> bool:
    """Write what was learned; False where somebody else has written since ``seen``."""
    workspace_id = queries.workspace_of(session, stripe_id)
    if (workspace_id is None) != (seen is None):
        return False
    if workspace_id is not None:
        workspace = hold_workspace(session, workspace_id)
        row = queries.hold_subscription(session, stripe_id)
        if workspace is None or row is None or row.version != seen:
            return False
        if state is not None:
            _update(session, runtime, workspace, row, state, told)
    elif state is not None and (found := attach(session, runtime, state)) is not None:
        _update(session, runtime, *found, state, told)
    if told is not None:
        _note(session, runtime, told)
    return True


def _update(
    session: Session,
    runtime: Runtime,
    workspace: Workspace,
    row: Subscription,
    state: State,
    told: Told | None,
) -> None:
    stripe, before = runtime.settings.stripe, (row.plan, row.status, row.cancel_at_period_end)
    plan = stripe.plan_of(state.price) if stripe is not None else None
    if plan is None:
        log.error("the price %s of a subscription belongs to no plan of the settings", state.price)
    row.plan = plan or row.plan
    row.status = state.status
    row.stripe_customer_id = state.customer
    row.current_period_end = state.period_end
    row.cancel_at_period_end = state.cancel_at_period_end
    if told is not None and (row.last_event_at is None or row.last_event_at < told.at):
        row.last_event_at = told.at
    fresh = row.version == 0
    row.version += 1
    if row.replaced_at is None:
        _tell_changes(session, runtime, row, before, fresh)
        _take_effect(
            session, runtime, workspace, row, state, fresh or before[:2] != (row.plan, row.status)
        )
    session.flush()


def _take_effect(
    session: Session,
    runtime: Runtime,
    workspace: Workspace,
    row: Subscription,
    state: State,
    changed: bool,
) -> None:
    now = runtime.now()
    if state.works:
        row.overdue_since = None
        if changed:
            # Only then: what an operator set since stands until something happens at Stripe.
            put_on_plan(session, workspace, row.plan)
            if row.suspended_at is not None:
                row.suspended_at = None
                _record(session, runtime, row, "billing.resumed", plan=row.plan)
        return
    if state.overdue:
        if row.overdue_since is None:
            row.overdue_since = now
            _record(session, runtime, row, "billing.overdue")
            until = f"{now + grace(runtime):%Y-%m-%d}"
            tell_owners(session, runtime, workspace, OVERDUE, until=until)
        if workspace.suspended_at is None and changed:
            workspace.plan = row.plan
        if row.overdue_since + grace(runtime) > now:
            return
    if row.suspended_at is None:
        row.suspended_at = now
        suspend(workspace, now)
        _record(session, runtime, row, "billing.suspended", status=row.status)
        tell_owners(session, runtime, workspace, SUSPENDED)


def grace(runtime: Runtime) -> timedelta:
    """Return for how long a payment may be missing before the workspace is suspended."""
    return timedelta(days=runtime.settings.billing_grace_days)


def _tell_changes(
    session: Session,
    runtime: Runtime,
    row: Subscription,
    before: tuple[str, str, bool],
    fresh: bool,
) -> None:
    if fresh:
        _record(session, runtime, row, "billing.subscribed", plan=row.plan)
        return
    plan, status, ending = before
    if plan != row.plan:
        detail = {"plan.from": plan, "plan.to": row.plan}
        _record(session, runtime, row, "billing.plan_changed", **detail)
    if status != row.status:
        detail = {"status.from": status, "status.to": row.status}
        _record(session, runtime, row, "billing.status_changed", **detail)
    if ending != row.cancel_at_period_end:
        name = "billing.cancellation_set" if not ending else "billing.cancellation_taken_back"
        _record(session, runtime, row, name)


def _record(
    session: Session, runtime: Runtime, row: Subscription, name: str, **detail: str
) -> None:
    event = Event(name, None, row.workspace_id, row.id, actor_kind="system", detail=detail)
    record(session, runtime, None, event)
