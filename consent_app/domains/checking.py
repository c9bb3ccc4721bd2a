"""What a check changes: a domain's state, its next check, and what is told of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.domains import check_queries, queries
from consent_app.domains.checks import Finding, Subject
from consent_app.domains.models import Domain
from consent_app.domains.verification import Verifier
from consent_app.errors import NotFound
from consent_app.workspaces.service import happened

HOURLY_FOR = timedelta(days=2)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)
CHECKS_TO_FAIL = 3
"""How many checks in a row have to fail before a verified domain is so no more."""


def find_subject(app: Application, workspace_id: UUID, domain_id: UUID) -> Subject:
    """Return the workspace's domain as a check sees it. Raises NotFound."""
    with app.database.session(read_only=True) as session:
        subject = check_queries.subject(session, workspace_id, domain_id)
    if subject is None:
        raise NotFound
    return subject


def write_asked(
    session: Session,
    app: Application,
    source: Source,
    subject: Subject,
    finding: Finding,
    asked_by: UUID,
) -> Domain:
    """Write what a check that a member asked for found, and return the domain.

    However often it is asked for, it fails no verified domain: it brings the next regular check
    forward. Raises NotFound where the domain was deleted meanwhile.
    """
    domain = _settle(session, app, subject, finding, regular=False, by=(source, asked_by))
    if domain is None:
        raise NotFound
    return domain


def write_regular(
    session: Session, app: Application, subject: Subject, finding: Finding
) -> Domain | None:
    """Write what a regular check found; return the domain, None where it is gone."""
    return _settle(session, app, subject, finding, regular=True, by=None)


def check_one(
    app: Application, verifier: Verifier, workspace_id: UUID, domain_id: UUID
) -> tuple[Subject, Finding]:
    """Check a domain now, holding no connection meanwhile. Raises NotFound and Unavailable."""
    subject = find_subject(app, workspace_id, domain_id)
    return subject, verifier.check_now(subject)


def _settle(
    session: Session,
    app: Application,
    subject: Subject,
    finding: Finding,
    *,
    regular: bool,
    by: tuple[Source, UUID] | None,
) -> Domain | None:
    domain = queries.domain_for_change(session, subject.workspace_id, subject.id)
    if domain is None:
        return None
    if domain.verify_method != subject.method:
        # The owner changed the method meanwhile: this says nothing of the new one.
        return domain
    now = app.now()
    domain.last_checked_at = now
    domain.verify_reason = finding.reason
    if finding.ssl_ok is not None:
        domain.ssl_ok = finding.ssl_ok
    former = domain.status
    if finding.reason is None:
        _succeed(domain, now)
    else:
        _fail(domain, now, regular=regular)
    if domain.status != former:
        _tell(session, app, domain, finding.reason, by)
    session.flush()
    return domain


def _succeed(domain: Domain, now: datetime) -> None:
    if domain.status != "verified":
        domain.status = "verified"
        domain.verified_at = now
    domain.failed_checks = 0
    domain.next_check_at = now + WEEK


def _fail(domain: Domain, now: datetime, *, regular: bool) -> None:
    if domain.status == "verified":
        if regular:
            domain.failed_checks += 1
        if domain.failed_checks >= CHECKS_TO_FAIL:
            domain.status = "failed"
            domain.verified_at = None
        later = now + DAY
        # Who asks in between does not put the regular check off.
        if regular or domain.next_check_at is None or domain.next_check_at > later:
            domain.next_check_at = later
    elif domain.status == "pending" and now < domain.created_at + HOURLY_FOR:
        domain.next_check_at = now + HOUR
    else:
        domain.next_check_at = now + DAY


def _tell(
    session: Session,
    app: Application,
    domain: Domain,
    reason: str | None,
    by: tuple[Source, UUID] | None,
) -> None:
    if reason is not None:
        happened(
            session,
            app,
            domain.workspace_id,
            "verification_failed",
            domain_id=domain.id,
            hostname=domain.hostname,
            subject=reason,
        )
    source, actor_id = by or (None, None)
    event = Event(
        "domain.verified" if reason is None else "domain.verification_failed",
        actor_id,
        domain.workspace_id,
        domain.id,
        actor_kind="user" if by else "system",
        detail={"hostname": domain.hostname, "method": domain.verify_method}
        | ({"reason": reason} if reason is not None else {}),
    )
    record(session, app, source, event)
