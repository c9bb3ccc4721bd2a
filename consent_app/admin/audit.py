"""``consent-app audit``: reading the audit log."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any
from uuid import UUID

import click

from consent_app.audit.service import AuditFilters, audit_event, get_audit_events
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import json_option, page_options, print_rows
from consent_app.workspaces.admin import get_workspace_by_slug

COLUMNS = ("id", "at", "event", "outcome", "actorKind", "actorEmail", "subjectId")
MAX_NAME = 60
"""How much of a name is quoted that is no event's."""


@click.group()
def command() -> None:
    """Read the audit log."""


@command.command("list")
@click.option(
    "--workspace",
    "slug",
    metavar="SLUG",
    help="The workspace's slug. Without it: events of no workspace, such as its deletion.",
)
@click.option("--event", metavar="EVENT", help="Only this event, such as api_key.created.")
@page_options
@json_option
@ini_option
def list_events(
    slug: str | None, event: str | None, limit: int, cursor: UUID | None, **options: Any
) -> None:
    """List the audit events of a workspace, or of none, newest first.

    Events of no workspace are those of accounts, and deletions of workspaces.
    With --json, the output includes the details: each changed name, with its value before and
    after.
    """
    with application_of(options["ini"]) as app, app.database.session(read_only=True) as session:
        workspace_id = get_workspace_by_slug(session, slug).id if slug is not None else None
        filters = AuditFilters(event=event)
        events = get_audit_events(session, workspace_id, filters, limit, cursor)
        rows = [audit_event(row) for row in events]
    # Only then: there may be events of another release.
    if event is not None and not rows:
        _refuse_unknown(event)
    if not options["as_json"]:
        rows = [{name: row[name] for name in COLUMNS} for row in rows]
    print_rows(rows, as_json=options["as_json"], empty="There are no such events.")


def _refuse_unknown(event: str) -> None:
    # Imported here: they import much, for a typing error.
    from consent_app.api.refused_requests import EVENTS
    from consent_app.events.declared import declared_events

    names = sorted({*EVENTS.values(), *(declared.name for declared in declared_events())})
    if event in names:
        return
    similar = get_close_matches(event.lower()[:MAX_NAME], names)
    advice = f"Did you mean {' or '.join(similar)}? " if similar else ""
    raise click.BadParameter(
        f"There is no event {event[:MAX_NAME]!r}. {advice}docs/audit-events.md lists all.",
        param_hint="'--event'",
    )
