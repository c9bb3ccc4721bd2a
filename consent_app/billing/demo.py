"""The demo: a workspace without payment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from consent_app.accounts.service import get_user, mark_demo_used
from consent_app.context import Context
from consent_app.errors import DemoUsed, Unauthenticated
from consent_app.sessions.service import Handoff, create_handoff
from consent_app.settings import DEMO_PLAN
from consent_app.text import trimmed
from consent_app.workspaces.events import WorkspaceCreated
from consent_app.workspaces.service import NewWorkspace, Workspace, create_workspace


@dataclass(frozen=True, slots=True)
class StartedDemo:
    """A new workspace, and the hand-off to it."""

    workspace: Workspace
    handoff: Handoff


def start_demo(ctx: Context, organization_name: str | None) -> StartedDemo:
    """Create the account's demo workspace, with a hand-off to it.

    If no payment provider is set up, the workspace gets ``default_plan`` and never ends. Raises
    DemoUsed the second time, and Unauthenticated if the account no longer exists.
    """
    now, session, settings = ctx.now(), ctx.session, ctx.app.settings
    user = get_user(session, ctx.user_id)
    if user is None:
        raise Unauthenticated
    if not mark_demo_used(session, user.id, now):
        raise DemoUsed
    paid = settings.stripe is not None
    new = NewWorkspace(
        trimmed(organization_name) or user.organization_name,
        DEMO_PLAN if paid else settings.default_plan,
        now + timedelta(days=settings.demo_days) if paid else None,
    )
    workspace = create_workspace(session, settings, new, user.id, now)
    ctx.in_workspace(workspace.id).emit(WorkspaceCreated())
    return StartedDemo(workspace, create_handoff(ctx, workspace))
