"""Obtaining a workspace: the demo."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from consent_app.accounts.service import find_user, spend_demo
from consent_app.audit.service import Event, Source, record
from consent_app.errors import DemoUsed, Unauthenticated
from consent_app.runtime import Runtime
from consent_app.sign_in.service import Caller, create_handoff
from consent_app.text import trimmed
from consent_app.workspaces.service import create_workspace, organization_summary

DEMO_PLAN = "demo"


def start_demo(
    session: Session,
    runtime: Runtime,
    source: Source,
    caller: Caller,
    *,
    organization_name: str | None,
) -> dict[str, Any]:
    """Make the account's demo workspace, with a hand-off to it.

    Where no payment provider is set up the workspace gets ``default_plan`` and never ends. Raises
    DemoUsed the second time.
    """
    now, user_id = runtime.now(), caller.user_id
    user = find_user(session, user_id)
    if user is None:
        raise Unauthenticated
    if not spend_demo(session, user_id, now):
        raise DemoUsed
    settings = runtime.settings
    paid = settings.stripe is not None
    workspace = create_workspace(
        session,
        name=trimmed(organization_name) or user.organization_name,
        owner_id=user_id,
        plan=DEMO_PLAN if paid else settings.default_plan,
        plan_ends_at=now + timedelta(days=settings.demo_days) if paid else None,
        now=now,
    )
    record(session, runtime, source, Event("workspace.created", user_id, workspace.id))
    return {
        "organization": organization_summary(workspace),
        "handoff": create_handoff(session, runtime, caller, workspace),
    }
