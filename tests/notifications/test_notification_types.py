"""docs/notifications.md says what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.compliance.rules import RULES
from consent_app.notifications.feed import NOT_FINDINGS
from consent_app.notifications.notification_types import (
    EVENT_TYPES,
    MAILS,
    MAILS_BY_ID,
    NOTIFICATION_TYPES,
    QUIET_DAYS,
)
from consent_app.translations import translated
from consent_app.workspaces.service import ROLES


@pytest.fixture(scope="module")
def rows(project: Path) -> list[str]:
    text = (project / "docs" / "notifications.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith("| `")]


def test_the_table_of_rows_is_the_codes(rows: list[str]) -> None:
    expected = []
    for row in NOTIFICATION_TYPES.values():
        severity: str = row.severity
        if row.urgent is not None:
            severity += f"; {row.urgent} where {row.urgent_when}"
        mail = f"`{row.mail}`" if row.mail else "none"
        mail += f" where {row.mail_when}" if row.mail_when else ""
        cells = (f"`{row.kind}`", row.condition, severity, row.title, row.detail, row.vanishes)
        expected.append(f"| {' | '.join(cells)} | {mail} |")
    assert rows[: len(expected)] == expected


def test_the_table_of_mails_is_the_catalogue(rows: list[str]) -> None:
    expected = []
    for mail in MAILS:
        roles = ", ".join(role for role in reversed(ROLES) if role in mail.roles)
        default = "on" if mail.default else "off"
        expected.append(f"| `{mail.id}` | {mail.description} | {roles} | {default} |")
    assert rows[len(NOTIFICATION_TYPES) :] == expected


def test_rules_that_are_no_findings_are_rules() -> None:
    assert {rule.id for rule in RULES} >= NOT_FINDINGS


def test_every_mail_named_by_a_row_exists() -> None:
    assert len(NOTIFICATION_TYPES) == 8
    assert {row.mail for row in NOTIFICATION_TYPES.values() if row.mail} <= MAILS_BY_ID.keys()
    assert set(EVENT_TYPES) <= NOTIFICATION_TYPES.keys()


def test_every_text_has_its_words_in_german() -> None:
    texts = [mail.description for mail in MAILS]
    for row in NOTIFICATION_TYPES.values():
        texts += [
            text for text in (row.title, row.detail) if not text.startswith("{") or " " in text
        ]
    untold = {text for text in texts if translated(text, "de") == text}
    # Composed of other texts only.
    assert untold <= {"{hostname}: {rule}", "{resolution} ({source})"}
    assert f" {QUIET_DAYS} " in NOTIFICATION_TYPES["no_traffic"].title
