"""The jobs of notifications: the mails that events and periods cause, and what is forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from consent_app.notifications import mailing_queries, queries, weekly
from consent_app.notifications.catalogue import BY_EVENT, BY_ID
from consent_app.notifications.kinds import QUIET_DAYS
from consent_app.notifications.mailing import mail_members
from consent_app.notifications.problems import problems_of
from consent_app.runtime import Runtime
from consent_app.workspaces.service import find_event, forget_old_events

FORGET_EVENTS = "notifications.forget_events"
FORGET_EVENTS_EVERY_SECONDS = 24 * 3600
BEGIN_WEEK = "notifications.begin_week"
FIND_QUIET = "notifications.find_quiet"
HOUR_SECONDS = 3600

CLAIMS_KEPT = timedelta(days=60)
NEWLY = timedelta(days=3)
"""How late a mail may tell of a problem. Whoever turns one on is not told of what is long known."""


def mail_event(runtime: Runtime, payload: dict[str, Any]) -> None:
    """Mail about something that happened. Done twice it mails once."""
    with runtime.database.transaction() as session:
        event = find_event(session, UUID(payload["event"]))
        notification = BY_EVENT.get(event.kind) if event is not None else None
        if event is None or notification is None:
            return
        params = {"hostname": event.hostname or "", "subject": event.subject or ""}
        about = event.subject if event.kind == "member_joined" else None
        mail_members(
            session,
            runtime,
            event.workspace_id,
            notification,
            str(event.id),
            lambda locale: params,
            but_not=about,
        )


def begin_week(runtime: Runtime, payload: dict[str, Any]) -> None:
    """Enqueue the week's summaries, once it is time."""
    weekly.begin_week(runtime)


def find_quiet(runtime: Runtime, payload: dict[str, Any]) -> None:
    """Mail about domains that have just fallen silent, where somebody turned that on."""
    notification, now = BY_ID["no_traffic"], runtime.now()
    with runtime.database.session(read_only=True) as session:
        wanted = mailing_queries.who_wants(session, notification.id)
    for workspace_id in wanted:
        # Looked for without holding up who writes.
        with runtime.database.session(read_only=True) as reader:
            quiet = [
                item
                for state in queries.domain_states(reader, workspace_id)
                for item in problems_of(state, now)
                if item.kind == notification.id and item.at > now - NEWLY
            ]
        with runtime.database.transaction() as session:
            for item in quiet:
                params = {"hostname": item.hostname or "", "subject": str(QUIET_DAYS)}
                mail_members(
                    session,
                    runtime,
                    workspace_id,
                    notification,
                    str(item.id),
                    lambda locale, params=params: params,  # type: ignore[misc]
                )


def forget_events(runtime: Runtime, payload: dict[str, Any]) -> None:
    """Delete the events that no feed tells of any more, and which mails they caused."""
    now = runtime.now()
    with runtime.database.transaction() as session:
        forget_old_events(session, now)
        mailing_queries.forget_claims(session, now - CLAIMS_KEPT)
