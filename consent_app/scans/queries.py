"""Queries for scans."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import case, func, select, update
from sqlalchemy.orm import Session

from consent_app.db.upserts import upsert
from consent_app.scans.models import Scan

_ACTIVE = Scan.status.in_(("queued", "running"))


@dataclass(frozen=True, slots=True)
class ScanState:
    """A domain's scans: when the last one ended, the active one, whether any was completed."""

    last_scan_at: datetime | None = None
    active: Scan | None = None
    completed: bool = False


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


def get_scanned_domain_id(session: Session, scan_id: UUID) -> UUID | None:
    """Return the domain of a scan, or None."""
    return session.scalar(select(Scan.domain_id).where(Scan.id == scan_id))


def finish_scan(session: Session, scan_id: UUID, status: str, summary: str, now: datetime) -> bool:
    """Mark an active scan as ended. False if it is not active."""
    statement = (
        update(Scan)
        .where(Scan.id == scan_id, _ACTIVE)
        .values(status=status, finished_at=now, summary=summary)
        .returning(Scan.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


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
