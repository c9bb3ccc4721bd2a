"""docs/notifications.md says what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.domains.compliance import RULES
from consent_app.notifications.catalogue import BY_ID, CATALOGUE
from consent_app.notifications.kinds import EVENT_KINDS, FEED_KINDS
from consent_app.notifications.problems import NOT_FINDINGS
from consent_app.workspaces.service import ROLES


@pytest.fixture(scope="module")
def rows(project: Path) -> list[str]:
    text = (project / "docs" / "notifications.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith("| `")]


def test_the_table_of_rows_is_the_codes(rows: list[str]) -> None:
    expected = []
    for row in FEED_KINDS.values():
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
    for each in CATALOGUE:
        roles = ", ".join(role for role in reversed(ROLES) if role in each.roles)
        default = "on" if each.default else "off"
        expected.append(f"| `{each.id}` | {each.description} | {roles} | {default} |")
    assert rows[len(FEED_KINDS) :] == expected


def test_rules_that_are_no_findings_are_rules() -> None:
    assert {rule.id for rule in RULES} >= NOT_FINDINGS


def test_every_mail_that_a_row_names_is_there() -> None:
    assert len(FEED_KINDS) == 8
    assert {row.mail for row in FEED_KINDS.values() if row.mail} <= BY_ID.keys()
    assert set(EVENT_KINDS) <= FEED_KINDS.keys()
