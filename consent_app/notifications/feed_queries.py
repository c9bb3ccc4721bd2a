"""Queries for the feed: its events, the state of domains, and members' read states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row, Select, Uuid, bindparam, delete, func, select
from sqlalchemy.orm import Session, aliased

from consent_app.banners.read_models import BannerVersion
from consent_app.db.ids import id_time, lowest_id
from consent_app.db.upserts import upsert
from consent_app.domains.read_models import Domain, DomainCondition
from consent_app.notifications.models import FeedEvent, FeedRead
from consent_app.receipts.read_models import consent_receipts
from consent_app.statistics.read_models import consent_impressions

EventRow = Row[UUID, str, UUID | None, str | None, str | None]
"""The columns of an event that the feed shows: id, kind, domain, hostname and subject."""

MAX_EVENTS = 20_000
"""How many events the feed has. Publishing all day makes hundreds of thousands, and reading those
would take seconds."""

RECENT = timedelta(days=30)
"""The age of receipts up to which the last one is looked for first. Looking in all months of years
takes most of the time, and the last receipt of a domain in use is hardly ever older."""


class DomainState(NamedTuple):
    """A domain with the data that its problems depend on.

    ``first_published_at`` is the time of its first version, ``last_seen_at`` that of its last
    receipt or impression; None if there was none. ``began`` says since when each violated rule has
    been violated.
    """

    domain: Domain
    first_published_at: datetime | None
    last_seen_at: datetime | None
    began: Mapping[str, datetime]

    def began_at(self, rule: str) -> datetime:
        """Return when the finding of a rule began."""
        return self.began.get(rule, self.domain.created_at)


def get_domain_states(session: Session, workspace_id: UUID, now: datetime) -> list[DomainState]:
    """Return every domain of the workspace with the data that its problems depend on, in two
    queries."""
    values = {"workspace_id": workspace_id, "recent": lowest_id(now - RECENT)}
    rows = session.execute(_domain_states(), values)
    began = _began(session, workspace_id)
    return [
        DomainState(domain, published_at, _last_activity(*activity), began[domain.id])
        for domain, published_at, *activity in rows
    ]


@cache
def _domain_states() -> Select[Any]:
    # Created once: that takes longer than executing it.
    workspace_id = bindparam("workspace_id", type_=Uuid)
    # First the domains, then the receipts of each: on a cluster the former are in a table of the
    # coordinator, the latter in a shard elsewhere.
    domains = (
        select(Domain, BannerVersion.published_at.label("first_published_at"))
        .outerjoin(
            BannerVersion, (BannerVersion.domain_id == Domain.id) & (BannerVersion.version == 1)
        )
        .where(Domain.workspace_id == workspace_id)
        .cte("own")
        .prefix_with("MATERIALIZED", dialect="postgresql")
    )
    domain = aliased(Domain, domains)
    receipt, recent = consent_receipts.c, bindparam("recent", type_=Uuid)
    last_receipts = (
        select(receipt.id)
        .where(receipt.workspace_id == workspace_id, receipt.domain_id == domain.id, is_meant)
        .order_by(receipt.id.desc())
        .limit(1)
        .scalar_subquery()
        for is_meant in (receipt.id >= recent, receipt.id < recent)
    )
    last_receipt = func.coalesce(*last_receipts)
    last_shown = (
        select(func.max(consent_impressions.c.hour))
        .where(
            consent_impressions.c.workspace_id == workspace_id,
            consent_impressions.c.domain_id == domain.id,
        )
        .scalar_subquery()
    )
    return select(domain, domains.c.first_published_at, last_receipt, last_shown)


def _began(session: Session, workspace_id: UUID) -> Mapping[UUID, Mapping[str, datetime]]:
    began: dict[UUID, dict[str, datetime]] = defaultdict(dict)
    conditions = session.execute(
        select(DomainCondition.domain_id, DomainCondition.rule, DomainCondition.began_at).where(
            DomainCondition.workspace_id == workspace_id, DomainCondition.ended_at.is_(None)
        )
    )
    for domain_id, rule, began_at in conditions:
        began[domain_id][rule] = began_at
    return began


def _last_activity(receipt_id: UUID | None, shown_at: datetime | None) -> datetime | None:
    instants = [id_time(receipt_id) if receipt_id is not None else None, shown_at]
    return max((instant for instant in instants if instant is not None), default=None)


def get_read_at(session: Session, workspace_id: UUID, user_id: UUID) -> datetime | None:
    """Return when the user last marked the feed read, or None."""
    return session.scalar(
        select(FeedRead.read_at).where(
            FeedRead.workspace_id == workspace_id, FeedRead.user_id == user_id
        )
    )


def mark_read(session: Session, workspace_id: UUID, user_id: UUID, now: datetime) -> None:
    """Mark the feed read for the user."""
    statement = upsert(session, FeedRead).values(
        workspace_id=workspace_id, user_id=user_id, read_at=now
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "user_id"], set_={"read_at": now}
        )
    )


def get_event(session: Session, event_id: UUID) -> FeedEvent | None:
    """Return the event, or None once it is deleted."""
    return session.get(FeedEvent, event_id)


def get_events(
    session: Session, workspace_id: UUID, kinds: Collection[str], since: datetime
) -> Sequence[EventRow]:
    """Return the events of these kinds since an instant, newest first, MAX_EVENTS at most.

    Columns, not entities: a large workspace has tens of thousands, and this takes half the time.
    """
    return session.execute(
        select(
            FeedEvent.id,
            FeedEvent.kind,
            FeedEvent.domain_id,
            FeedEvent.hostname,
            FeedEvent.subject,
        )
        .where(
            FeedEvent.workspace_id == workspace_id,
            FeedEvent.id >= lowest_id(since),
            FeedEvent.kind.in_(kinds),
        )
        .order_by(FeedEvent.id.desc())
        .limit(MAX_EVENTS)
    ).all()


def delete_events(session: Session, before: datetime) -> None:
    """Delete the events before an instant."""
    session.execute(delete(FeedEvent).where(FeedEvent.id < lowest_id(before)))
