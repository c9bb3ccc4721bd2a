"""Scans of domains: queued, started, finished. A scanner is not part of this release."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from consent_app.context import Context
from consent_app.domains import check_queries
from consent_app.domains.events import ScanCompleted, ScanFailed
from consent_app.domains.queries import lock_domain
from consent_app.domains.scores import update_score

ScanOutcome = Literal["completed", "blocked", "failed"]

SUMMARY_CHARACTERS = 400


def queue_scan(ctx: Context, domain_id: UUID) -> UUID | None:
    """Request a scan and return its id; None if the domain has an active one."""
    return check_queries.insert_scan(ctx.session, ctx.new_id(), domain_id)


def start_scan(ctx: Context, scan_id: UUID) -> bool:
    """Mark a scan as running. False if it was started before: of many callers one gets True."""
    return check_queries.start_scan(ctx.session, scan_id, ctx.now())


def finish_scan(ctx: Context, scan_id: UUID, outcome: ScanOutcome, summary: str) -> bool:
    """Store how a scan ended and announce it. False if it had ended before.

    ``summary`` is for people: what the scan found, or why it failed.
    """
    domain = check_queries.finish_scan(
        ctx.session, scan_id, outcome, summary[:SUMMARY_CHARACTERS], ctx.now()
    )
    if domain is None:
        return False
    if lock_domain(ctx.session, domain.workspace_id, domain.id):
        update_score(ctx.session, domain, ctx.now())
    event_type = ScanCompleted if outcome == "completed" else ScanFailed
    event = event_type(subject_id=domain.id, hostname=domain.hostname, summary=summary)
    ctx.in_workspace(domain.workspace_id).emit(event)
    return True
