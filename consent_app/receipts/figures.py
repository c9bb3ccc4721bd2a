"""Rolling receipts up: how many decisions there were in each hour, for the plots.

A job counts the last hours anew from the receipts and writes what it counted over what was there,
so that it may be done twice, by several workers, and finds what was committed late. It reads by the
range of the hour's ids alone, and never the whole table.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Uuid, column, func, literal, select, table, true
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.db.ids import lowest_id
from consent_app.db.session import Database
from consent_app.db.types import UtcDateTime
from consent_app.receipts.models import (
    consent_figures,
    consent_figures_until,
    consent_receipts,
)

LATE = timedelta(minutes=1)
"""An id is made before the commit: what is older than this is there, or was answered as failed."""
AGAIN = timedelta(minutes=10)
"""How far back all is counted again, for what was later still."""
HOUR = timedelta(hours=1)

_WORKSPACES = table("workspaces", column("id", Uuid), column("created_at", UtcDateTime))
_UNTIL = consent_figures_until.c
_KEYS = ("domain_id", "banner_version", "action", "device", "country")


def hour_of(instant: datetime) -> datetime:
    """Return the beginning of the hour that ``instant`` is in."""
    return instant.replace(minute=0, second=0, microsecond=0)


def figures_until(session: Session) -> datetime | None:
    """Return the instant before which every receipt is counted; None before the first count."""
    return session.scalar(select(_UNTIL.until))


def roll_up(app: Application) -> int:
    """Count the hours since the last time; return how many hours that were.

    Each is a short transaction of its own, and how far it came is kept with it. The first time
    begins with the oldest workspace.
    """
    now = app.now()
    hours = 0
    with app.database.session(read_only=True) as session:
        until = figures_until(session) or session.scalar(select(func.min(_WORKSPACES.c.created_at)))
    if until is None:
        return 0
    hour = hour_of(min(until, now) - AGAIN)
    while hour <= now:
        _count(app.database, hour, min(hour + HOUR, now - LATE))
        hour += HOUR
        hours += 1
    return hours


def _count(database: Database, hour: datetime, until: datetime) -> None:
    dialect: Any = sqlite if database.dialect == "sqlite" else postgresql
    kept = dialect.insert(consent_figures_until).values(id=1, until=until)
    counted = dialect.insert(consent_figures).from_select(
        ["workspace_id", *_KEYS, "count", "hour"], _of_hour(database.dialect, hour)
    )
    with database.transaction() as session:
        # Held first: of two workers one waits, so they never write the same figures at once.
        session.execute(
            kept.on_conflict_do_update(index_elements=["id"], set_={"until": kept.excluded.until})
        )
        session.execute(
            counted.on_conflict_do_update(
                index_elements=list(consent_figures.primary_key),
                set_={"count": counted.excluded.count},
            )
        )


def _of_hour(dialect: str, hour: datetime) -> Any:
    receipt = consent_receipts.c
    keys: list[Any] = [
        receipt.domain_id,
        func.coalesce(receipt.banner_version, 0).label("banner_version"),
        receipt.action,
        receipt.device,
        func.coalesce(receipt.country, "").label("country"),
    ]
    within = (receipt.id >= lowest_id(hour), receipt.id < lowest_id(hour + HOUR))
    at = literal(hour, UtcDateTime)
    if dialect == "sqlite":
        # By the index on the ids alone, whose rows are the hour's and no others.
        return (
            select(receipt.workspace_id, *keys, func.count(), at)
            .where(*within)
            .group_by(receipt.workspace_id, *keys)
        )
    # A block range index is coarse where the newest rows are; the primary key is not, so each
    # workspace is asked for its own.
    own = (
        select(*keys, func.count().label("count"))
        .where(receipt.workspace_id == _WORKSPACES.c.id, *within)
        .group_by(*keys)
        .lateral("own")
    )
    return select(_WORKSPACES.c.id, *own.c, at).select_from(_WORKSPACES.join(own, true()))
