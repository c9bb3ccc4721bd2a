"""The first payment of a subscription: whose workspace it makes, upgrades or revives."""

from __future__ import annotations

import logging
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import find_user
from consent_app.audit.service import Event, record
from consent_app.billing import queries
from consent_app.billing.models import Subscription
from consent_app.billing.states import State
from consent_app.jobs import enqueue
from consent_app.runtime import Runtime
from consent_app.workspaces.service import Workspace, create_workspace, hold_workspace

CANCEL = "billing.cancel"
"""The job that ends a subscription at Stripe which another one has replaced."""

SITE = "consent_site"
USER = "consent_user"
WORKSPACE = "consent_workspace"
ORGANIZATION = "consent_organization"
PLAN = "consent_plan"
"""The names under which a checkout keeps, at Stripe, what it was for."""

log = logging.getLogger(__name__)


def attach(
    session: Session, runtime: Runtime, state: State
) -> tuple[Workspace, Subscription] | None:
    """Add a subscription that nothing is known of, and make its workspace where it has none.

    None for one that is not ours, that is not paid yet, or that was bought for a person or a
    workspace that is gone. Two at once for one subscription break its unique id: one of them then
    is rolled back, workspace and all.
    """
    wanted, stripe = state.metadata, runtime.settings.stripe
    if wanted.get(SITE) != runtime.settings.base_url or not state.begun:
        return None
    plan = (stripe.plan_of(state.price) if stripe else None) or _known(runtime, wanted.get(PLAN))
    user_id = _uuid(wanted.get(USER))
    workspace_id = _uuid(wanted.get(WORKSPACE))
    workspace = None
    if plan is not None and workspace_id is not None:
        workspace = hold_workspace(session, workspace_id)
    elif plan is not None and user_id is not None:
        workspace = _new_workspace(session, runtime, user_id, plan, wanted.get(ORGANIZATION))
    if plan is None or workspace is None:
        # Money was taken for nothing: only a person can say what becomes of it.
        log.error("the subscription %s was paid for, but there is nobody to give it to", state.id)
        return None
    row = _row(runtime, workspace.id, plan, state)
    _replace(session, runtime, row)
    session.add(row)
    session.flush()
    return workspace, row


def _new_workspace(
    session: Session, runtime: Runtime, user_id: UUID, plan: str, name: str | None
) -> Workspace | None:
    user = find_user(session, user_id)
    if user is None:
        return None
    workspace = create_workspace(
        session,
        name=name or user.organization_name,
        owner_id=user_id,
        plan=plan,
        plan_ends_at=None,
        now=runtime.now(),
    )
    event = Event("workspace.created", user_id, workspace.id, detail={"plan": plan})
    record(session, runtime, None, event)
    return workspace


def _row(runtime: Runtime, workspace_id: UUID, plan: str, state: State) -> Subscription:
    return Subscription(
        id=runtime.new_id(),
        workspace_id=workspace_id,
        stripe_customer_id=state.customer,
        stripe_subscription_id=state.id,
        plan=plan,
        status=state.status,
        started_at=state.created,
        current_period_end=state.period_end,
        cancel_at_period_end=state.cancel_at_period_end,
        version=0,
    )


def _replace(session: Session, runtime: Runtime, row: Subscription) -> None:
    """Let the later bought of two subscriptions count, and have the other one ended at Stripe."""
    now = runtime.now()
    current = queries.hold_current(session, row.workspace_id)
    if current is None:
        return
    over = current.status in queries.OVER
    if not over and current.started_at > row.started_at:
        row.replaced_at = now
        ended = row
    else:
        current.replaced_at = now
        ended = current
        session.flush()
    if ended is row or not over:
        enqueue(session, CANCEL, {"subscription": ended.stripe_subscription_id}, now=now)


def _known(runtime: Runtime, plan: str | None) -> str | None:
    return next((each.id for each in runtime.settings.plans if each.id == plan), None)


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
