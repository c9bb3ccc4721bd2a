"""Requesting a scan, and its progress.

The scanner is not part of this release. It calls ``domains``, so it is a room below that one, which
ends a scan with ``domains.service.record_scan``.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from consent_app.context import Context
from consent_app.scans import queries

ScanOutcome = Literal["completed", "blocked", "failed"]

SUMMARY_CHARACTERS = 400


def queue_scan(ctx: Context, domain_id: UUID) -> UUID | None:
    """Request a scan and return its id; None if the domain has an active one."""
    return queries.insert_scan(ctx.session, ctx.new_id(), domain_id)


def start_scan(ctx: Context, scan_id: UUID) -> bool:
    """Mark a scan as running. False if it was started before: of many callers one gets True."""
    return queries.start_scan(ctx.session, scan_id, ctx.now())


def finish_scan(ctx: Context, scan_id: UUID, outcome: ScanOutcome, summary: str) -> bool:
    """Store how a scan ended. False if it had ended before."""
    return queries.finish_scan(
        ctx.session, scan_id, outcome, summary[:SUMMARY_CHARACTERS], ctx.now()
    )
