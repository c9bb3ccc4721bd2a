"""The scans of domains as rows: asked for, begun, ended. The scanner itself comes later.

The end of a scan is an event of the workspace, which the feed and its mails tell of.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import case, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.domains.models import Domain, Scan
from consent_app.workspaces.service import happened

Ending = Literal["completed", "blocked", "failed"]

SUMMARY_CHARACTERS = 400
_ACTIVE = Scan.status.in_(("queued", "running"))


@dataclass(frozen=True, slots=True)
class ScanState:
    """What there is to say of a domain's scans: when the last one ended, the one under way, and
    whether any was completed."""

    last_scan_at: datetime | None = None
    active: Scan | None = None
    completed: bool = False


def queue_scan(session: Session, app: Application, domain_id: UUID) -> UUID | None:
    """Ask for a scan and return its id; None where one is under way already."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    queued: UUID | None = session.scalar(
        dialect.insert(Scan)
        .values(id=app.new_id(), domain_id=domain_id, status="queued")
        .on_conflict_do_nothing(index_elements=["domain_id"], index_where=_ACTIVE)
        .returning(Scan.id)
    )
    return queued


def begin_scan(session: Session, app: Application, scan_id: UUID) -> bool:
    """Note that a scan runs; False where it has begun before. One of many at once gets True."""
    statement = (
        update(Scan)
        .where(Scan.id == scan_id, Scan.status == "queued")
        .values(status="running", started_at=app.now())
        .returning(Scan.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def end_scan(
    session: Session, app: Application, scan_id: UUID, status: Ending, summary: str
) -> bool:
    """Note how a scan ended, with the event that tells of it; False where it had ended before.

    ``summary`` is for people: what was found, or why nothing could be.
    """
    domain_id = session.scalar(
        update(Scan)
        .where(Scan.id == scan_id, _ACTIVE)
        .values(status=status, finished_at=app.now(), summary=summary[:SUMMARY_CHARACTERS])
        .returning(Scan.domain_id)
        .execution_options(synchronize_session=False)
    )
    domain = session.get(Domain, domain_id) if domain_id is not None else None
    if domain is None:
        return False
    happened(
        session,
        app,
        domain.workspace_id,
        "scan_completed" if status == "completed" else "scan_failed",
        domain_id=domain.id,
        hostname=domain.hostname,
        subject=summary,
    )
    return True


def scan_states(session: Session, domain_ids: Collection[UUID]) -> dict[UUID, ScanState]:
    """Return the state of each domain's scans, in two queries; domains without any are left out."""
    ended = session.execute(
        select(
            Scan.domain_id,
            func.max(Scan.finished_at),
            func.sum(case((Scan.status == "completed", 1), else_=0)),
        )
        .where(Scan.domain_id.in_(domain_ids), Scan.finished_at.is_not(None))
        .group_by(Scan.domain_id)
    )
    last = {row[0]: (row[1], bool(row[2])) for row in ended}
    under_way = session.scalars(select(Scan).where(Scan.domain_id.in_(domain_ids), _ACTIVE))
    active = {scan.domain_id: scan for scan in under_way}
    return {
        domain_id: ScanState(at, active.get(domain_id), completed)
        for domain_id in last.keys() | active.keys()
        for at, completed in [last.get(domain_id, (None, False))]
    }
