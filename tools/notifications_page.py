"""The tables of docs/notifications.md: the rows of the feed, and the emails."""

from __future__ import annotations

from collections.abc import Iterator

from consent_app.notifications.notification_types import (
    MAILS,
    NOTIFICATION_TYPES,
    NotificationMail,
    NotificationType,
)
from consent_app.workspaces.service import ROLES

ROWS = "| kind | condition | severity | title | detail | vanishes | mail |"
MAILED = "| id | sent when | to | unless chosen otherwise |"


def notifications_page(written: str) -> str:
    """Return the page, whose text is ``written``, with its tables up to date."""
    tables = {
        ROWS: [_row(row) for row in NOTIFICATION_TYPES.values()],
        MAILED: [_mail(mail) for mail in MAILS],
    }
    return "".join(f"{line}\n" for line in _filled(written.splitlines(), tables))


def _filled(lines: list[str], tables: dict[str, list[str]]) -> Iterator[str]:
    inside = False
    for line in lines:
        inside = inside and line.startswith("|")
        if line in tables:
            yield from (line, "|---" * (line.count("|") - 1) + "|", *tables[line])
            inside = True
        if not inside:
            yield line


def _row(row: NotificationType) -> str:
    urgent = f"; {row.urgent} where {row.urgent_when}" if row.urgent is not None else ""
    mail = f"`{row.mail}`" if row.mail else "none"
    mail += f" where {row.mail_when}" if row.mail_when else ""
    cells = (f"`{row.kind}`", row.condition, row.severity + urgent, row.title, row.detail)
    return f"| {' | '.join(cells)} | {row.vanishes} | {mail} |"


def _mail(mail: NotificationMail) -> str:
    roles = ", ".join(role for role in reversed(ROLES) if role in mail.roles)
    return f"| `{mail.id}` | {mail.description} | {roles} | {'on' if mail.default else 'off'} |"
