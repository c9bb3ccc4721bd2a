"""Suspending one domain, and which domains are held: their scripts ask no visitors."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains import events
from consent_app.domains.domains import get_plan_usage, lock_domain
from consent_app.domains.models import Domain
from consent_app.events.event import Change
from consent_app.workspaces.service import Workspace, is_suspended


def suspend_domain(ctx: Context, domain_id: UUID) -> bool:
    """Suspend a domain of the context's workspace. False if it already was. Raises NotFound.

    Its script asks no visitors and still blocks; visitors can withdraw. Nothing is deleted, and its
    banner can be edited and published in the meantime.
    """
    domain = lock_domain(ctx, domain_id)
    if domain.suspended_at is not None:
        return False
    domain.suspended_at = ctx.now()
    changes = (Change("suspended", "false", "true"),)
    ctx.emit(events.DomainSuspended(subject_id=domain.id, changes=changes))
    return True


def resume_domain(ctx: Context, domain_id: UUID) -> bool:
    """Resume a suspended domain. False if it was not suspended. Raises NotFound."""
    domain = lock_domain(ctx, domain_id)
    if domain.suspended_at is None:
        return False
    domain.suspended_at = None
    changes = (Change("suspended", "true", "false"),)
    ctx.emit(events.DomainResumed(subject_id=domain.id, changes=changes))
    return True


def is_held(session: Session, app: Application, workspace: Workspace, domain: Domain) -> bool:
    """Return whether the domain is held: it or its workspace is suspended, or the plan does not
    cover it."""
    if domain.suspended_at is not None or is_suspended(workspace, app.now()):
        return True
    if app.settings.plan(workspace.plan).domains is None:
        return False
    return domain.id in get_plan_usage(session, app, workspace).over
