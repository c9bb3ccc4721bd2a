"""Deleting invitations that are over: they contain the addresses of people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from consent_app.application import Application
from consent_app.workspaces import membership_queries

PURGE = "workspaces.purge"
PURGE_EVERY_SECONDS = 3600

RETENTION_AFTER_EXPIRY = timedelta(days=1)


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete the invitations that expired a day ago, whether they were claimed, revoked or not."""
    with app.database.transaction() as session:
        membership_queries.delete_expired_invitations(session, app.now() - RETENTION_AFTER_EXPIRY)
