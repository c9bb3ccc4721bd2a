"""Retention: counts are deleted with the receipts of their hours."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from consent_app.application import Application
from consent_app.jobs import Parts
from consent_app.retention.service import get_retention_cutoff
from consent_app.statistics import queries
from consent_app.statistics.roll_ups import hour_of
from consent_app.workspaces.service import get_workspace_ids

BATCH_ROWS = 5000
"""The number of counts that one transaction deletes."""


def apply_retention(app: Application) -> None:
    """Delete the counts that are older than the retention of each workspace.

    If a workspace failed, the others are done first; then RetryLater is raised.
    """
    parts = Parts("Counts past their retention were not deleted")
    with app.database.session(read_only=True) as session:
        workspace_ids = get_workspace_ids(session)
    for workspace_id in workspace_ids:
        with parts.part(f"workspace {workspace_id}"):
            while _delete_batch(app, workspace_id):
                pass
    parts.report()


def delete_counts_of(app: Application, workspace_id: UUID) -> None:
    """Delete every count of a workspace that is about to be deleted, in batches."""
    end = app.now() + timedelta(days=1)
    while _delete_rule_counts(app, workspace_id) >= BATCH_ROWS:
        pass
    while True:
        with app.database.transaction() as session:
            counts = queries.delete_counts(session, workspace_id, end, BATCH_ROWS)
        if all(count < BATCH_ROWS for count in counts):
            return


def _delete_rule_counts(app: Application, workspace_id: UUID) -> int:
    with app.database.transaction() as session:
        return queries.delete_rule_counts_of(session, workspace_id, BATCH_ROWS)


def _delete_batch(app: Application, workspace_id: UUID) -> bool:
    """Delete up to ``BATCH_ROWS`` of each table. Return whether there may be more."""
    with app.database.session(read_only=True) as session:
        cutoff = get_retention_cutoff(session, app, workspace_id)
        if cutoff is None or not queries.has_counts(session, workspace_id, hour_of(cutoff)):
            return False
    with app.database.transaction() as session:
        # Read again with the deletion, because a longer retention may have been set since.
        cutoff = get_retention_cutoff(session, app, workspace_id)
        if cutoff is None:
            return False
        counts = queries.delete_counts(session, workspace_id, hour_of(cutoff), BATCH_ROWS)
    return any(count >= BATCH_ROWS for count in counts)
