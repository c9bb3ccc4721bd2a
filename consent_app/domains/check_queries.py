"""The queries of verification."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from consent_app.domains.checks import Subject
from consent_app.domains.models import Domain

_SUBJECT = (
    Domain.id,
    Domain.workspace_id,
    Domain.hostname,
    Domain.root_domain,
    Domain.verify_method,
    Domain.verify_token,
)


def subject(session: Session, workspace_id: UUID, domain_id: UUID) -> Subject | None:
    """Return the workspace's domain as a check sees it, or None."""
    row = session.execute(
        select(*_SUBJECT).where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
    ).one_or_none()
    return Subject(*row) if row is not None else None


def claim_due(session: Session, now: datetime, claim: timedelta, limit: int) -> list[Subject]:
    """Take up to ``limit`` domains whose check is due, for as long as ``claim``.

    One conditional statement: of any number of workers each takes others. What is not checked by
    the end of the claim (a killed worker's) is due again by that alone.
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
        .returning(*_SUBJECT)
        .execution_options(synchronize_session=False)
    )
    return [Subject(*row) for row in rows]
