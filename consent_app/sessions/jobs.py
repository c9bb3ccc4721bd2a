"""Deleting expired tokens and sessions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from consent_app.application import Application
from consent_app.sessions import queries, token_queries
from consent_app.sessions.known_clients import DEVICES_REMEMBERED, NETWORKS_REMEMBERED

PURGE = "sessions.purge"
PURGE_EVERY_SECONDS = 3600

RETENTION_AFTER_END = timedelta(days=1)


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete tokens and sessions that ended a day ago, and clients that were not seen for long.

    A consumed refresh token is kept until it expires, so that its reuse is detected.
    """
    now = app.now()
    with app.database.transaction() as session:
        token_queries.delete_expired_tokens(session, now - RETENTION_AFTER_END)
        queries.delete_ended_sessions(session, now - RETENTION_AFTER_END)
        queries.delete_unseen_clients(session, now - DEVICES_REMEMBERED, now - NETWORKS_REMEMBERED)
