"""Retention: receipts that are older than their workspace's months are deleted once a day.

On PostgreSQL a month that is due for every workspace is dropped with its partition, which takes the
same time for any number of receipts. The rest is deleted in short transactions by primary key, and
each transaction announces its deletions in an event.

A month that cannot be dropped, or a workspace whose receipts cannot be deleted, does not keep the
others waiting. The job fails afterwards, and tries it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.ids import highest_id, lowest_id
from consent_app.db.months import months_before
from consent_app.events.event import Change
from consent_app.jobs import Parts
from consent_app.openapi.json import timestamp
from consent_app.receipts import service as receipts
from consent_app.retention.events import ReceiptsExpired
from consent_app.workspace_settings.service import longest_retention_months, retention_months
from consent_app.workspaces.service import get_workspace, get_workspace_ids

BATCH_ROWS = 5000
"""How many receipts are deleted in a transaction."""


def apply_retention(app: Application) -> None:
    """Delete receipts past the retention of each workspace.

    If a month or a workspace failed, the others are done first; then RetryLater is raised.
    """
    ctx = Context.of_system(app)
    parts = Parts("Receipts past their retention were not deleted")
    with ctx.reading() as reading:
        workspace_ids = get_workspace_ids(reading.session)
    since = _drop_months(ctx, parts) if app.database.dialect == "postgresql" else None
    for workspace_id in workspace_ids:
        with parts.part(f"workspace {workspace_id}"):
            while _delete_batch(ctx.in_workspace(workspace_id), since):
                pass
    parts.report()


def delete_receipts_of(app: Application, workspace_id: UUID) -> Iterator[int]:
    """Delete every receipt of a workspace that is about to be deleted. Yield the size of each
    batch.

    Each batch is a transaction. Suspend the workspace first, so that no more are recorded.
    """
    end = highest_id(app.now() + timedelta(days=1))
    while True:
        with app.database.transaction() as session:
            count = receipts.delete_receipts(session, workspace_id, end, BATCH_ROWS)
            receipts.delete_keys_of(session, workspace_id)
        yield count
        if count < BATCH_ROWS:
            return


def get_retention_cutoff(session: Session, app: Application, workspace_id: UUID) -> datetime | None:
    """Return the instant before which the workspace keeps nothing; None for an unknown one."""
    workspace = get_workspace(session, workspace_id)
    if workspace is None:
        return None
    return months_before(app.now(), retention_months(session, workspace))


def _drop_months(ctx: Context, parts: Parts) -> datetime | None:
    """Drop the months that are due for all. Return the end of the last one that failed, or None.

    What is older than that is left to the next try: deleting a month's rows one by one would take
    hours where dropping it takes a second.
    """
    with ctx.reading() as reading:
        connection = reading.session.connection()
        due_partitions = receipts.get_due_partitions(connection, _longest_cutoff(reading))
    since = None
    for name, end in due_partitions:
        with parts.part(name):
            _drop_month(ctx, name, end)
        if name in parts.failed:
            since = end
    return since


def _drop_month(ctx: Context, name: str, end: datetime) -> None:
    with ctx.transaction() as writing:
        connection = writing.session.connection()
        counts = receipts.count_partition(connection, name)
        # Asked again with the deletion, and after the counting, which takes minutes: a longer
        # retention may have been set since.
        if counts is None or end > _longest_cutoff(writing):
            return
        for workspace_id in sorted(counts.keys() & set(get_workspace_ids(writing.session))):
            _announce(writing.in_workspace(workspace_id), counts[workspace_id], end)
        # Last: recording waits from here on, and thousands of events take seconds.
        writing.session.flush()
        receipts.drop_partition(connection, name)


def _longest_cutoff(ctx: Context) -> datetime:
    return months_before(ctx.now(), longest_retention_months(ctx.session))


def _delete_batch(ctx: Context, since: datetime | None = None) -> bool:
    """Delete up to ``BATCH_ROWS`` receipts; return whether there may be more."""
    workspace_id = ctx.workspace_id
    first = lowest_id(since) if since is not None else None
    with ctx.reading() as reading:
        cutoff = get_retention_cutoff(reading.session, ctx.app, workspace_id)
        if cutoff is None or not receipts.has_receipts(
            reading.session, workspace_id, lowest_id(cutoff), first
        ):
            return False
    with ctx.transaction() as writing:
        cutoff = get_retention_cutoff(writing.session, ctx.app, workspace_id)
        if cutoff is None:
            return False
        count = receipts.delete_receipts(
            writing.session, workspace_id, lowest_id(cutoff), BATCH_ROWS, first
        )
        if count:
            _announce(writing, count, cutoff)
    return count >= BATCH_ROWS


def _announce(ctx: Context, count: int, before: datetime) -> None:
    changes = (Change("rows", None, str(count)), Change("before", None, timestamp(before)))
    ctx.emit(ReceiptsExpired(subject_id=ctx.workspace_id, changes=changes))
