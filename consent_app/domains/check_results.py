"""The results of checks and scans: the changes to a domain, and the events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from consent_app.context import Context
from consent_app.domains import queries
from consent_app.domains.check_queries import CheckTarget
from consent_app.domains.events import (
    DomainVerificationFailed,
    DomainVerified,
    ScanCompleted,
    ScanFailed,
)
from consent_app.domains.models import Domain
from consent_app.domains.scores import update_score
from consent_app.events.event import Change
from consent_app.net.hostname import decoded_hostname
from consent_app.scans.service import ScanOutcome, finish_scan, get_scanned_domain_id

HOURLY_FOR = timedelta(days=2)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)
FAILURES_TO_FAIL = 3
"""How many scheduled checks in a row must fail before a domain is no longer verified."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check. ``reason`` is None if it succeeded.

    ``ssl_ok`` says whether the site's certificate is valid; None if the site did not answer.
    """

    reason: str | None
    ssl_ok: bool | None


def record_check(
    ctx: Context, target: CheckTarget, result: CheckResult, *, scheduled: bool
) -> Domain | None:
    """Store the result of a check and return the domain; None if it was deleted since.

    Checks that a member requests never make a verified domain fail: they only bring the next
    scheduled check forward.
    """
    domain = queries.lock_domain(ctx.session, target.workspace_id, target.id)
    if domain is None:
        return None
    if domain.verify_method != target.method:
        # The owner has changed the method since: this result says nothing about the new one.
        return domain
    now = ctx.now()
    before = domain.status, domain.ssl_ok
    domain.last_checked_at = now
    domain.verify_reason = result.reason
    if result.ssl_ok is not None:
        domain.ssl_ok = result.ssl_ok
    if result.reason is None:
        _succeed(domain, now)
    else:
        _fail(domain, now, scheduled=scheduled)
    # A domain that a former release added has none.
    domain.unicode_hostname = decoded_hostname(domain.hostname)
    if scheduled or before != (domain.status, domain.ssl_ok):
        # Scheduled checks also correct the scores of domains that a former release has changed,
        # because it stores no scores.
        update_score(ctx.session, domain, now)
    if domain.status != before[0]:
        _announce(ctx.in_workspace(domain.workspace_id), domain, result.reason)
    ctx.session.flush()
    return domain


def _succeed(domain: Domain, now: datetime) -> None:
    if domain.status != "verified":
        domain.status = "verified"
        domain.verified_at = now
    domain.failed_checks = 0
    domain.next_check_at = now + WEEK


def _fail(domain: Domain, now: datetime, *, scheduled: bool) -> None:
    if domain.status == "verified":
        if scheduled:
            domain.failed_checks += 1
        if domain.failed_checks >= FAILURES_TO_FAIL:
            domain.status = "failed"
            domain.verified_at = None
        later = now + DAY
        # A check in between does not postpone the scheduled one.
        if scheduled or domain.next_check_at is None or domain.next_check_at > later:
            domain.next_check_at = later
    elif domain.status == "pending" and now < domain.created_at + HOURLY_FOR:
        domain.next_check_at = now + HOUR
    else:
        domain.next_check_at = now + DAY


def _announce(ctx: Context, domain: Domain, reason: str | None) -> None:
    changes = (
        Change("hostname", None, domain.hostname),
        Change("method", None, domain.verify_method),
    )
    if reason is None:
        ctx.emit(DomainVerified(subject_id=domain.id, changes=changes))
        return
    ctx.emit(
        DomainVerificationFailed(
            subject_id=domain.id,
            changes=(*changes, Change("reason", None, reason)),
            hostname=domain.hostname,
            reason=reason,
        )
    )


def record_scan(ctx: Context, scan_id: UUID, outcome: ScanOutcome, summary: str) -> bool:
    """Store how a scan ended and announce it. False if it had ended before.

    ``summary`` is for people: the result of the scan, or why it failed.
    """
    domain_id = get_scanned_domain_id(ctx.session, scan_id)
    domain = ctx.session.get(Domain, domain_id) if domain_id is not None else None
    # Locked before its scan: the deletion of a domain locks in this order.
    if domain is None or not queries.lock_domain(ctx.session, domain.workspace_id, domain.id):
        return False
    if not finish_scan(ctx, scan_id, outcome, summary):
        return False
    update_score(ctx.session, domain, ctx.now())
    event_type = ScanCompleted if outcome == "completed" else ScanFailed
    event = event_type(subject_id=domain.id, hostname=domain.hostname, summary=summary)
    ctx.in_workspace(domain.workspace_id).emit(event)
    return True
