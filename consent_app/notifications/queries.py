"""The feed's queries: a fixed number, however many domains there are."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import Integer, Uuid, column, func, select, table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.db.ids import id_time
from consent_app.db.types import UtcDateTime
from consent_app.domains.service import Domain
from consent_app.notifications.models import FeedRead
from consent_app.notifications.problems import DomainState

# Named by a string, as a foreign key would: one query asks for what three features keep.
_versions = table(
    "banner_versions",
    column("domain_id", Uuid),
    column("version", Integer),
    column("published_at", UtcDateTime),
)
_receipts = table(
    "consent_receipts",
    column("workspace_id", Uuid),
    column("domain_id", Uuid),
    column("id", Uuid),
)
_impressions = table(
    "consent_impressions",
    column("workspace_id", Uuid),
    column("domain_id", Uuid),
    column("hour", UtcDateTime),
)


def domain_states(session: Session, workspace_id: UUID) -> list[DomainState]:
    """Return every domain of the workspace with what its problems depend on, in one query."""
    present, first = _versions.alias("present"), _versions.alias("first")
    last_receipt = (
        select(_receipts.c.id)
        .where(_receipts.c.workspace_id == workspace_id, _receipts.c.domain_id == Domain.id)
        .order_by(_receipts.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    last_shown = (
        select(func.max(_impressions.c.hour))
        .where(_impressions.c.workspace_id == workspace_id, _impressions.c.domain_id == Domain.id)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Domain, present.c.published_at, first.c.published_at, last_receipt, last_shown)
        .outerjoin(
            present,
            (present.c.domain_id == Domain.id) & (present.c.version == Domain.published_version),
        )
        .outerjoin(first, (first.c.domain_id == Domain.id) & (first.c.version == 1))
        .where(Domain.workspace_id == workspace_id)
    )
    return [DomainState(row[0], row[1], row[2], _last_seen(row[3], row[4])) for row in rows]


def _last_seen(receipt_id: UUID | None, shown_at: datetime | None) -> datetime | None:
    instants = [id_time(receipt_id) if receipt_id is not None else None, shown_at]
    return max((each for each in instants if each is not None), default=None)


def read_at(session: Session, workspace_id: UUID, user_id: UUID) -> datetime | None:
    """Return when the user last marked the feed read, or None."""
    return session.scalar(
        select(FeedRead.read_at).where(
            FeedRead.workspace_id == workspace_id, FeedRead.user_id == user_id
        )
    )


def mark_read(session: Session, workspace_id: UUID, user_id: UUID, now: datetime) -> None:
    """Mark the feed read for the user."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    statement = dialect.insert(FeedRead).values(
        workspace_id=workspace_id, user_id=user_id, read_at=now
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "user_id"], set_={"read_at": now}
        )
    )
