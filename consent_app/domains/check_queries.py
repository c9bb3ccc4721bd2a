"""The queries of verification."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from consent_app.domains.checks import Subject
from consent_app.domains.models import Domain

ROOT_CHECKS = 10
ROOT_PERIOD = timedelta(hours=1)

_SUBJECT = (
    Domain.id,
    Domain.workspace_id,
    Domain.hostname,
    Domain.root_domain,
    Domain.verify_method,
    Domain.verify_token,
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """The domains that were taken to be checked, and whether more may be due."""

    subjects: list[Subject]
    more: bool


def subject(session: Session, workspace_id: UUID, domain_id: UUID) -> Subject | None:
    """Return the workspace's domain as a check sees it, or None."""
    row = session.execute(
        select(*_SUBJECT).where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
    ).one_or_none()
    return Subject(*row) if row is not None else None


def claim_due(session: Session, now: datetime, claim: timedelta, limit: int) -> Claimed:
    """Take up to ``limit`` domains whose check is due, for as long as ``claim``.

    One conditional statement: of any number of workers each takes others. What is not checked by
    the end of the claim (a killed worker's) is due again by that alone.

    Of one registrable domain only ROOT_CHECKS that are not verified are checked in ROOT_PERIOD,
    over all workspaces: whoever lists a stranger's subdomains could have this server ask the
    stranger's site all day. The others are due again after that time.
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
        .returning(*_SUBJECT, Domain.status)
        .execution_options(synchronize_session=False)
    )
    claimed = [(Subject(*row[:-1]), row[-1]) for row in rows]
    unproved = {subject.root for subject, status in claimed if status != "verified"}
    asked = _checked_since(session, unproved, now - ROOT_PERIOD)
    subjects, postponed = [], []
    for subject, status in claimed:
        if status != "verified":
            asked[subject.root] += 1
            if asked[subject.root] > ROOT_CHECKS:
                postponed.append(subject.id)
                continue
        subjects.append(subject)
    if postponed:
        session.execute(
            update(Domain)
            .where(Domain.id.in_(postponed))
            .values(next_check_at=now + ROOT_PERIOD)
            .execution_options(synchronize_session=False)
        )
    return Claimed(subjects, more=len(claimed) == limit)


def _checked_since(session: Session, roots: set[str], since: datetime) -> Counter[str]:
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
