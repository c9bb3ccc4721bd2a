"""The jobs of notifications: the emails about events and periods, and deleting old rows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.service import delete_ended_conditions
from consent_app.net.hostname import shown_hostname
from consent_app.notifications import feed_queries, queries, weekly_summary
from consent_app.notifications.delivery import Notice, mail_members
from consent_app.notifications.feed import EVENT_RETENTION, problems_of
from consent_app.notifications.feed_items import FeedItem
from consent_app.notifications.notification_types import MAILS_BY_EVENT, MAILS_BY_ID, QUIET_DAYS
from consent_app.translations import language_of, translated

FORGET_EVENTS = "notifications.forget_events"
FORGET_EVENTS_EVERY_SECONDS = 24 * 3600
BEGIN_WEEK = "notifications.begin_week"
FIND_QUIET = "notifications.mail_quiet_domains"
FORMER_FIND_QUIET = "notifications.find_quiet"
"""Its name in release 0.1. A row of that name runs once more, and is deleted."""
HOUR_SECONDS = 3600

CLAIM_RETENTION = timedelta(days=60)
NEWLY = timedelta(days=3)
"""The age up to which a problem is mailed about: an email that was just turned on brings no old
news."""


def mail_event(app: Application, payload: dict[str, Any]) -> None:
    """Mail about an event, once even if the job runs twice."""
    with Context.of_system(app).transaction() as ctx:
        event = feed_queries.get_event(ctx.session, UUID(payload["event"]))
        mail = MAILS_BY_EVENT.get(event.kind) if event is not None else None
        if event is None or mail is None:
            return
        hostname, subject = shown_hostname(event.hostname or ""), event.subject or ""

        def params_in(locale: str) -> dict[str, str]:
            return {"hostname": hostname, "subject": translated(subject, language_of(locale))}

        about = event.subject if event.kind == "member_joined" else None
        notice = Notice(mail, str(event.id), params_in, about)
        mail_members(ctx, event.workspace_id, notice)


def begin_week(app: Application, payload: dict[str, Any]) -> None:
    """Enqueue the week's summaries, if it is time."""
    weekly_summary.begin_week(app)


def mail_quiet_domains(app: Application, payload: dict[str, Any]) -> None:
    """Mail about domains that have had no visitors lately, to members who turned that email on."""
    mail, ctx = MAILS_BY_ID["no_traffic"], Context.of_system(app)
    with ctx.reading() as reading:
        workspace_ids = queries.get_workspaces_with_enabled(reading.session, mail.id)
    for workspace_id in workspace_ids:
        now = ctx.now()
        # Read before the transaction, so that nobody waits to write in the meantime.
        with ctx.reading() as reading:
            quiet = [
                item
                for state in feed_queries.get_domain_states(reading.session, workspace_id, now)
                for item in problems_of(state, now)
                if item.kind == mail.id and item.at > now - NEWLY
            ]
        with ctx.transaction() as writing:
            for item in quiet:
                mail_members(writing, workspace_id, _quiet_notice(item))


def _quiet_notice(item: FeedItem) -> Notice:
    params = {"hostname": shown_hostname(item.hostname or ""), "subject": str(QUIET_DAYS)}
    return Notice(MAILS_BY_ID["no_traffic"], str(item.id), lambda locale: params)


def forget_events(app: Application, payload: dict[str, Any]) -> None:
    """Delete events that no feed shows any more, the records of sent emails, and old conditions."""
    with Context.of_system(app).transaction() as ctx:
        feed_queries.delete_events(ctx.session, ctx.now() - EVENT_RETENTION)
        queries.delete_claims(ctx.session, ctx.now() - CLAIM_RETENTION)
        delete_ended_conditions(ctx.session, ctx.now() - EVENT_RETENTION)
