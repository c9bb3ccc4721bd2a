"""docs/personal-data.md names every table, and the periods that the code has."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from consent_app.billing.jobs import CHECKOUT_RETENTION, EVENT_RETENTION
from consent_app.jobs.dead_jobs import DEAD_FOR
from consent_app.migrations.migrate import models_metadata
from consent_app.notifications.feed import EVENT_RETENTION as FEED_RETENTION
from consent_app.receipts.queries import IDEMPOTENCY_LIFETIME
from consent_app.sessions.jobs import RETENTION_AFTER_END
from consent_app.sessions.known_clients import DEVICES_REMEMBERED, NETWORKS_REMEMBERED
from consent_app.sessions.sessions import SESSION_LIFETIME
from consent_app.sign_in.throttling import LIMITS
from consent_app.workspace_settings.settings import MIN_RETENTION_MONTHS
from consent_app.workspaces.invitations import LIFETIME, RETENTION_AFTER_EXPIRY
from consent_app.workspaces.workspaces import DEFAULT_RETENTION_MONTHS


@pytest.fixture(scope="module")
def page(project: Path) -> str:
    """The page's text."""
    return (project / "docs" / "personal-data.md").read_text(encoding="utf-8")


def kept(page: str, table: str) -> str:
    """Return how long the rows of a table are kept, in the words of the page."""
    (row,) = [line for line in page.splitlines() if line[:1] == "|" and f"`{table}`" in line]
    return row.rstrip(" |").rpartition("|")[2].strip()


def test_the_page_names_each_table_once(page: str) -> None:
    tables, named = (
        Counter(models_metadata().tables.keys()),
        Counter(re.findall(r"`([a-z_]+)`", page)),
    )
    advice = "describe each table once in docs/personal-data.md: what it contains, and for how long"
    missing, surplus = sorted(tables - named), sorted(named - tables)
    assert (missing, surplus) == ([], []), f"{advice} (missing: {missing}; surplus: {surplus})"


def days(period: timedelta) -> str:
    count = period // timedelta(days=1)
    return f"{count} day" if count == 1 else f"{count} days"


@pytest.mark.parametrize(
    ("table", "period"),
    [
        ("consent_receipts", f"{DEFAULT_RETENTION_MONTHS} months"),
        ("consent_receipts", f"at least {MIN_RETENTION_MONTHS}"),
        ("consent_idempotency", f"{IDEMPOTENCY_LIFETIME // timedelta(hours=1)} hours"),
        ("sessions", f"{days(RETENTION_AFTER_END)} after they end"),
        ("sessions", f"at most {days(SESSION_LIFETIME)}"),
        ("one_time_tokens", days(RETENTION_AFTER_END)),
        (
            "known_networks",
            f"{DEVICES_REMEMBERED.days} and {days(NETWORKS_REMEMBERED)} after",
        ),
        ("invitations", f"{days(RETENTION_AFTER_EXPIRY)} after they expire"),
        ("invitations", f"after {days(LIFETIME)}"),
        (
            "guess_windows",
            days(max(limit.window for limits in LIMITS.values() for limit in limits)),
        ),
        ("jobs", days(DEAD_FOR)),
        ("workspace_events", days(FEED_RETENTION)),
        ("checkouts", f"at most {days(CHECKOUT_RETENTION)}"),
        ("billing_events", f"{days(EVENT_RETENTION)} after an event"),
    ],
)
def test_the_page_has_the_periods_of_the_code(page: str, table: str, period: str) -> None:
    assert period in kept(page, table)
