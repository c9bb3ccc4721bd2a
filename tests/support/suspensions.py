"""Suspended workspaces, written straight into their rows: the column alone, without an event."""

from __future__ import annotations

from sqlalchemy import update

from consent_app.application import Application
from consent_app.workspaces.models import Workspace


def suspend(application: Application, slug: str) -> None:
    """Suspend a workspace."""
    _set(application, slug, is_suspended=True)


def resume(application: Application, slug: str) -> None:
    """Resume a suspended workspace."""
    _set(application, slug, is_suspended=False)


def _set(application: Application, slug: str, *, is_suspended: bool) -> None:
    at = application.now() if is_suspended else None
    with application.database.transaction() as session:
        session.execute(update(Workspace).where(Workspace.slug == slug).values(suspended_at=at))
