"""Queries over the conditions of domains."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.domains.models import DomainCondition


def begin_conditions(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert open conditions; one that is open already stays as it is."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.flush()
    session.execute(dialect.insert(DomainCondition).on_conflict_do_nothing(), rows)


def end_conditions(
    session: Session, domain_ids: Collection[UUID], rules: Collection[str], now: datetime
) -> None:
    """End the open conditions of these domains under these rules."""
    session.execute(
        update(DomainCondition)
        .where(
            DomainCondition.domain_id.in_(domain_ids),
            DomainCondition.rule.in_(rules),
            DomainCondition.ended_at.is_(None),
        )
        .values(ended_at=now)
        .execution_options(synchronize_session=False)
    )


def delete_ended(session: Session, before: datetime) -> None:
    """Delete the conditions that ended before an instant."""
    session.execute(
        delete(DomainCondition)
        .where(DomainCondition.ended_at < before)
        .execution_options(synchronize_session=False)
    )
