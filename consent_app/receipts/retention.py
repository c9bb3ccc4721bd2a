"""Retention: what is past its workspace's months is deleted, once a day.

On PostgreSQL a month that is due for every workspace is dropped with its partition, which costs the
same whatever it held. The rest goes in short transactions along the primary key, each with the
audit event of what it deleted. The figures of the hours go with the receipts that they counted.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Table, delete, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from consent_app.api.json import timestamp
from consent_app.application import Application
from consent_app.audit.service import Event, record
from consent_app.db.ids import lowest_id
from consent_app.db.months import months_before
from consent_app.jobs import RetryLater
from consent_app.receipts.figures import hour_of
from consent_app.receipts.models import consent_figures, consent_impressions, consent_receipts
from consent_app.receipts.partitions import drop_partition, due_partitions
from consent_app.workspaces.service import (
    find_workspace,
    longest_retention_months,
    retention_months,
)

BATCH_ROWS = 5000
"""So many are deleted in a transaction."""


def apply_retention(app: Application) -> None:
    """Delete what is past the retention of each workspace.

    Raises RetryLater where a month could not be dropped because its table was in use.
    """
    with app.database.session(read_only=True) as session:
        workspaces, _ = longest_retention_months(session)
    if app.database.dialect == "postgresql":
        _drop_months(app)
    for workspace_id in workspaces:
        while _delete_some(app, workspace_id):
            pass


def _drop_months(app: Application) -> None:
    with app.database.session(read_only=True) as session:
        due = due_partitions(session.connection(), _oldest_kept(session, app))
    for name, end in due:
        try:
            with app.database.transaction() as session:
                # Asked again with the deed: a longer retention may have been set meanwhile.
                workspaces, _ = longest_retention_months(session)
                if end > _oldest_kept(session, app):
                    return
                counts = drop_partition(session.connection(), name)
                for workspace_id in sorted(counts.keys() & set(workspaces)):
                    _tell(session, app, workspace_id, counts[workspace_id], end)
        except OperationalError as error:
            raise RetryLater("A month of receipts was in use and not dropped.") from error


def _oldest_kept(session: Session, app: Application) -> datetime:
    _, months = longest_retention_months(session)
    return months_before(app.now(), months)


def _delete_some(app: Application, workspace_id: UUID) -> bool:
    """Delete up to ``BATCH_ROWS`` of each table; return whether there may be more."""
    read = _cutoff(app, workspace_id)
    with app.database.session(read_only=True) as session:
        cutoff = read(session)
        if cutoff is None or not any(_first(session, *each) for each in _due(workspace_id, cutoff)):
            return False
    with app.database.transaction() as session:
        cutoff = read(session)
        if cutoff is None:
            return False
        deleted = [_delete(session, *each) for each in _due(workspace_id, cutoff)]
        if deleted[0]:
            _tell(session, app, workspace_id, deleted[0], cutoff)
    return any(count >= BATCH_ROWS for count in deleted)


def _cutoff(app: Application, workspace_id: UUID) -> Callable[[Session], datetime | None]:
    def read(session: Session) -> datetime | None:
        workspace = find_workspace(session, workspace_id)
        if workspace is None:
            return None
        return months_before(app.now(), retention_months(session, workspace))

    return read


_Due = tuple[Table, ColumnElement[Any], UUID, Any]


def _due(workspace_id: UUID, cutoff: datetime) -> list[_Due]:
    """Return the tables, the column that tells a row's time, and the first value to be kept."""
    receipts, figures, shown = consent_receipts, consent_figures, consent_impressions
    hour = hour_of(cutoff)
    return [
        (receipts, receipts.c.id, workspace_id, lowest_id(cutoff)),
        (figures, figures.c.hour, workspace_id, hour),
        (shown, shown.c.hour, workspace_id, hour),
    ]


def _first(session: Session, table: Table, time: ColumnElement[Any], *due: Any) -> Any:
    return session.scalar(_ordered(table, time, *due).limit(1))


def _delete(session: Session, table: Table, time: ColumnElement[Any], *due: Any) -> int:
    # By a range, so that PostgreSQL looks into no partition but those that hold it.
    last = session.scalar(_ordered(table, time, *due).offset(BATCH_ROWS - 1).limit(1))
    workspace_id, kept = due
    statement = delete(table).where(
        table.c.workspace_id == workspace_id, time < kept if last is None else time <= last
    )
    result: Any = session.execute(statement)
    return int(result.rowcount)


def _ordered(table: Table, time: ColumnElement[Any], workspace_id: UUID, kept: Any) -> Any:
    return select(time).where(table.c.workspace_id == workspace_id, time < kept).order_by(time)


def _tell(
    session: Session, app: Application, workspace_id: UUID, count: int, before: datetime
) -> None:
    event = Event(
        "receipts.expired",
        workspace_id=workspace_id,
        subject_id=workspace_id,
        actor_kind="system",
        detail={"rows": str(count), "before": timestamp(before)},
    )
    record(session, app, None, event)
