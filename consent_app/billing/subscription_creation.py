"""The first payment of a subscription: which workspace it creates, upgrades or restores."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from uuid import UUID

from consent_app.accounts.service import lock_user
from consent_app.billing import queries
from consent_app.billing.models import Subscription
from consent_app.context import Context
from consent_app.events.event import Change
from consent_app.jobs import enqueue
from consent_app.payments.service import OVER, SubscriptionState
from consent_app.text import parse_uuid
from consent_app.workspaces.events import WorkspaceCreated
from consent_app.workspaces.service import (
    NewWorkspace,
    Workspace,
    create_workspace,
    get_role,
    lock_workspace,
)

CANCEL = "billing.cancel"
"""The job that ends a replaced subscription at Stripe."""

SITE = "consent_site"
USER = "consent_user"
WORKSPACE = "consent_workspace"
ORGANIZATION = "consent_organization"
PLAN = "consent_plan"
"""The names of a checkout's metadata at Stripe."""

log = logging.getLogger(__name__)


def create_subscription(
    ctx: Context, state: SubscriptionState
) -> tuple[Workspace, Subscription] | None:
    """Add a new subscription, and create its workspace if it has none.

    None if it is not ours, is not paid yet, or was bought for a person or a workspace that no
    longer exists, even if its first payment had created that workspace, or by a former owner. Two
    concurrent calls for one subscription break its unique id: one is rolled back, with all it made.
    """
    order, settings = state.metadata, ctx.app.settings
    if order.get(SITE) != settings.base_url or not state.begun:
        return None
    plan = settings.stripe.plan_of(state.price) if settings.stripe else None
    plan = plan or _plan_of_settings(ctx, order.get(PLAN))
    workspace = None
    if plan is not None and not queries.is_dropped(ctx.session, state.id):
        workspace = _workspace_of(ctx, order, plan)
    if plan is None or workspace is None:
        log.error(
            "the subscription %s was paid for, but no workspace can receive it: refund it, and"
            " cancel it at Stripe",
            state.id,
        )
        return None
    row = Subscription(
        id=ctx.new_id(),
        workspace_id=workspace.id,
        stripe_customer_id=state.customer,
        stripe_subscription_id=state.id,
        plan=plan,
        status=state.status,
        started_at=state.created,
        current_period_end=state.period_end,
        cancel_at_period_end=state.cancel_at_period_end,
        version=0,
    )
    _replace_current(ctx, row)
    ctx.session.add(row)
    ctx.session.flush()
    return workspace, row


def _workspace_of(ctx: Context, order: Mapping[str, str], plan: str) -> Workspace | None:
    user_id, workspace_id = parse_uuid(order.get(USER, "")), parse_uuid(order.get(WORKSPACE, ""))
    if workspace_id is not None:
        workspace = lock_workspace(ctx.session, workspace_id)
        # A checkout stays open for a day. Until it is paid, the buyer may have lost their role.
        role = get_role(ctx.session, workspace_id, user_id) if user_id is not None else None
        return workspace if role == "owner" else None
    if user_id is not None:
        return _create_workspace(ctx, user_id, plan, order.get(ORGANIZATION))
    return None


def _create_workspace(ctx: Context, user_id: UUID, plan: str, name: str | None) -> Workspace | None:
    # Locked, so that an account that is being deleted leaves no workspace without a member.
    user = lock_user(ctx.session, user_id)
    if user is None:
        return None
    new = NewWorkspace(name or user.organization_name, plan)
    workspace = create_workspace(ctx.session, ctx.app.settings, new, user_id, ctx.now())
    event = WorkspaceCreated(changes=(Change("plan", None, plan),))
    ctx.acting_as(user_id, workspace.id).emit(event)
    return workspace


def _replace_current(ctx: Context, row: Subscription) -> None:
    """Make the later one of two subscriptions current, and end the other one at Stripe."""
    now = ctx.now()
    current = queries.lock_current(ctx.session, row.workspace_id)
    if current is None:
        return
    over = current.status in OVER
    if not over and current.started_at > row.started_at:
        row.replaced_at = now
        replaced = row
    else:
        current.replaced_at = now
        # What it suspended, the later one resumes.
        row.suspended_at = current.suspended_at
        replaced = current
        ctx.session.flush()
    if replaced is row or not over:
        enqueue(ctx.session, CANCEL, {"subscription": replaced.stripe_subscription_id}, now=now)


def _plan_of_settings(ctx: Context, plan_id: str | None) -> str | None:
    return next((plan.id for plan in ctx.app.settings.plans if plan.id == plan_id), None)
