"""Leaving every workspace, as the deletion of an account does."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import LastOwner
from consent_app.workspaces import membership_queries, queries


def refuse_last_owner(session: Session, user_id: UUID) -> None:
    """Raise LastOwner where a workspace with other members has no owner but this user."""
    if membership_queries.would_lose_its_owner(session, user_id):
        raise LastOwner


def leave_everywhere(session: Session, app: Application, source: Source, user_id: UUID) -> None:
    """Delete the user's memberships; the keys that the user made stay.

    A workspace that loses its last member is suspended: nobody could sign in to it. The workspaces
    are held first, so that of two last owners who leave at once only one may. Raises LastOwner.
    """
    membership_queries.lock_workspaces_of(session, user_id)
    refuse_last_owner(session, user_id)
    now = app.now()
    for workspace_id in queries.delete_memberships(session, user_id):
        queries.suspend_if_empty(session, workspace_id, now)
        record(session, app, source, Event("member.left", user_id, workspace_id, user_id))
