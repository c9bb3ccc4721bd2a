"""Deleting dead jobs after a while, in which an operator can fix their cause and requeue them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from consent_app.application import Application
from consent_app.jobs import queries

DEAD_FOR = timedelta(days=30)


def prune_dead_jobs(app: Application, payload: dict[str, Any]) -> None:
    """Delete the jobs that have been dead for longer than DEAD_FOR."""
    with app.database.transaction() as session:
        queries.delete_dead_jobs(session, app.now() - DEAD_FOR)
