"""Queries for checking domains: verifications that are due, and scans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import case, func, or_, select, update
from sqlalchemy.orm import Session

from consent_app.db.upserts import upsert
from consent_app.domains.models import Domain, Scan

ROOT_CHECKS = 10
ROOT_PERIOD = timedelta(hours=1)

_ACTIVE = Scan.status.in_(("queued", "running"))


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """A domain to be checked. ``method`` is script, dns_txt, meta_tag or file."""

    id: UUID
    workspace_id: UUID
    hostname: str
    root: str
    method: str
    token: str


_TARGET = (
    Domain.id,
    Domain.workspace_id,
    Domain.hostname,
    Domain.root_domain,
    Domain.verify_method,
    Domain.verify_token,
)


@dataclass(frozen=True, slots=True)
class ClaimedChecks:
    """The domains that were claimed for a check, and whether more may be due."""

    targets: list[CheckTarget]
    more: bool


@dataclass(frozen=True, slots=True)
class ScanState:
    """A domain's scans: when the last one ended, the active one, whether any was completed."""

    last_scan_at: datetime | None = None
    active: Scan | None = None
    completed: bool = False


def get_check_target(session: Session, workspace_id: UUID, domain_id: UUID) -> CheckTarget | None:
    """Return the workspace's domain as a check needs it, or None."""
    row = session.execute(
        select(*_TARGET).where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
    ).one_or_none()
    return CheckTarget(*row) if row is not None else None


def claim_due_checks(
    session: Session, now: datetime, claim: timedelta, limit: int
) -> ClaimedChecks:
    """Claim up to ``limit`` domains whose check is due, for the duration of ``claim``.

    One conditional statement, so that concurrent workers claim different domains. A domain that is
    not checked by the end of the claim (because its worker was killed) is then due again.

    Of one registrable domain, over all workspaces, at most ROOT_CHECKS unverified domains are
    checked in ROOT_PERIOD. Otherwise somebody who lists a stranger's subdomains could have this
    server request the stranger's site all day. The others are due again after that period.
    """
    due = or_(Domain.next_check_at.is_(None), Domain.next_check_at <= now)
    ids = (
        select(Domain.id)
        .where(due)
        .order_by(Domain.next_check_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = session.execute(
        update(Domain)
        .where(Domain.id.in_(ids), due)
        .values(next_check_at=now + claim)
        .returning(*_TARGET, Domain.status)
        .execution_options(synchronize_session=False)
    )
    claimed = [(CheckTarget(*row[:-1]), row[-1]) for row in rows]
    unverified_roots = {target.root for target, status in claimed if status != "verified"}
    checks = _count_checks(session, unverified_roots, now - ROOT_PERIOD)
    targets, postponed = [], []
    for target, status in claimed:
        checks[target.root] += status != "verified"
        if status != "verified" and checks[target.root] > ROOT_CHECKS:
            postponed.append(target.id)
        else:
            targets.append(target)
    if postponed:
        _postpone_checks(session, postponed, now + ROOT_PERIOD)
    return ClaimedChecks(targets, more=len(claimed) == limit)


def _postpone_checks(session: Session, domain_ids: Collection[UUID], until: datetime) -> None:
    session.execute(
        update(Domain)
        .where(Domain.id.in_(domain_ids))
        .values(next_check_at=until)
        .execution_options(synchronize_session=False)
    )


def _count_checks(session: Session, roots: set[str], since: datetime) -> Counter[str]:
    if not roots:
        return Counter()
    rows = session.execute(
        select(Domain.root_domain, func.count())
        .where(
            Domain.root_domain.in_(roots),
            Domain.last_checked_at > since,
            Domain.status != "verified",
        )
        .group_by(Domain.root_domain)
    )
    return Counter({row[0]: row[1] for row in rows})


def insert_scan(session: Session, scan_id: UUID, domain_id: UUID) -> UUID | None:
    """Insert a queued scan and return its id; None if the domain has an active one."""
    inserted: UUID | None = session.scalar(
        upsert(session, Scan)
        .values(id=scan_id, domain_id=domain_id, status="queued")
        .on_conflict_do_nothing(index_elements=["domain_id"], index_where=_ACTIVE)
        .returning(Scan.id)
    )
    return inserted


def start_scan(session: Session, scan_id: UUID, now: datetime) -> bool:
    """Mark a queued scan as running. False if it is no longer queued."""
    statement = (
        update(Scan)
        .where(Scan.id == scan_id, Scan.status == "queued")
        .values(status="running", started_at=now)
        .returning(Scan.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def finish_scan(
    session: Session, scan_id: UUID, status: str, summary: str, now: datetime
) -> Domain | None:
    """Mark an active scan as ended and return its domain; None if it is not active."""
    domain_id = session.scalar(
        update(Scan)
        .where(Scan.id == scan_id, _ACTIVE)
        .values(status=status, finished_at=now, summary=summary)
        .returning(Scan.domain_id)
        .execution_options(synchronize_session=False)
    )
    return session.get(Domain, domain_id) if domain_id is not None else None


def get_scan_states(session: Session, domain_ids: Collection[UUID]) -> dict[UUID, ScanState]:
    """Return the state of each domain's scans, in two queries. Domains without scans are left
    out."""
    rows = session.execute(
        select(
            Scan.domain_id,
            func.max(Scan.finished_at),
            func.sum(case((Scan.status == "completed", 1), else_=0)),
        )
        .where(Scan.domain_id.in_(domain_ids), Scan.finished_at.is_not(None))
        .group_by(Scan.domain_id)
    )
    ended = {row[0]: (row[1], bool(row[2])) for row in rows}
    active_scans = session.scalars(select(Scan).where(Scan.domain_id.in_(domain_ids), _ACTIVE))
    active = {scan.domain_id: scan for scan in active_scans}
    return {
        domain_id: ScanState(at, active.get(domain_id), completed)
        for domain_id in ended.keys() | active.keys()
        for at, completed in [ended.get(domain_id, (None, False))]
    }


def get_scanned(session: Session, domain_ids: Collection[UUID]) -> dict[UUID, bool]:
    """Return whether any scan of each domain was completed. Domains without ended scans are left
    out."""
    rows = session.execute(
        select(Scan.domain_id, func.max(case((Scan.status == "completed", 1), else_=0)))
        .where(Scan.domain_id.in_(domain_ids), Scan.finished_at.is_not(None))
        .group_by(Scan.domain_id)
    )
    return {domain_id: bool(completed) for domain_id, completed in rows}
