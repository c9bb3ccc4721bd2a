"""Deleting audit events that are older than the setting ``audit_retention_months``, and changes of
sites that every process has read.
"""

from __future__ import annotations

import logging
from typing import Any

from consent_app.application import Application
from consent_app.db.ids import lowest_id
from consent_app.db.months import months_before
from consent_app.events import queries
from consent_app.events.site_changes import LOOK_BACK

PRUNE = "audit.prune"
PRUNE_EVERY_SECONDS = 24 * 3600
BATCH = 5000
"""The number of rows that one transaction deletes, so that others do not wait long."""

log = logging.getLogger(__name__)


def prune(app: Application, payload: dict[str, Any]) -> None:
    """Delete expired rows, in one transaction for each batch, until none is left."""
    with app.database.transaction() as session:
        queries.delete_site_changes(session, lowest_id(app.now() - LOOK_BACK))
    months = app.settings.audit_retention_months
    oldest = lowest_id(months_before(app.now(), months))
    deleted = 0
    while True:
        with app.database.transaction() as session:
            count = queries.delete_before(session, oldest, BATCH)
        deleted += count
        if count < BATCH:
            break
    if deleted:
        log.info("Deleted %d audit events older than %d months", deleted, months)
