"""The page of docs/ that lists the events of the audit log."""

from __future__ import annotations

import inspect

from consent_app.api.refused_requests import EVENTS as REFUSALS
from consent_app.events.declared import declared_events
from consent_app.events.event import Event

INTRODUCTION = """\
# Audit events

The service records actions in workspaces and accounts as events. `GET /v1/audit-events` and
`consent-app audit list --workspace SLUG` return the events of a workspace,
`GET /v1/account/security-events` those of the caller's account. `consent-app audit list` without a
workspace returns the events of no workspace: those of accounts, and `workspace.deleted`. A deleted
workspace's other events are deleted with it.

Each event has a time, an actor (a person, an API key, an operator or the service itself) with a
keyed hash of their network address, a subject, and the changes (`detail`: `name`, `before`,
`after`). No event contains a credential. The setting `audit_retention_months` determines how long
events are kept ([settings.md](settings.md)).

A release may add events. The meaning of an existing name never changes.

"""

_REFUSED = {
    401: "Requests with an invalid credential",
    403: "Requests without the necessary role or scope",
    404: "Requests for something that does not exist, or belongs to another workspace,",
    429: "Signed-in requests, and requests with an API key, that were over a rate limit",
}


def events_page(notice: str) -> str:
    """Return docs/audit-events.md; ``notice`` is the line that says that it is generated."""
    rows = [f"| `{event.name}` | {_meaning(event)} |" for event in declared_events()]
    rows += [
        f"| `{name}` | {_REFUSED[status]} were refused; counted by the hour. |"
        for status, name in REFUSALS.items()
    ]
    head = "| event | what happened |\n|---|---|\n"
    return f"{INTRODUCTION}{notice}\n{head}" + "\n".join(rows) + "\n"


def _meaning(event: type[Event]) -> str:
    text = " ".join((inspect.getdoc(event) or "").split())
    return text.replace("``", "`").replace("|", "\\|")
