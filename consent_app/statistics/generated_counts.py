"""The counts of generated receipts, of ``consent-app demo seed``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy.engine import Connection

from consent_app.statistics.models import (
    Count,
    consent_impressions,
    daily_counts,
    hourly_counts,
    presentation_counts,
    rule_counts,
)
from consent_app.statistics.queries import (
    add_counts,
    get_first_counted_at,
    lock_counted_until,
    write_counted_until,
)
from consent_app.statistics.roll_ups import day_of, hour_of
from consent_app.statistics.visitor_rules import COUNTED

Batch: TypeAlias = Sequence[Mapping[str, Any]]

SHOWN_FOR_EACH = 3
"""The approximate number of impressions for each decision."""


def count_generated_receipts(connection: Connection, batch: Batch, now: datetime) -> None:
    """Count a batch of generated receipts like those of real visitors, and their impressions, in
    the caller's transaction.

    The rules are counted only of recent hours: earlier ones no longer say where visitors are.
    """
    _count(connection, batch)
    _count_rules(connection, batch, hour_of(now - COUNTED))


def _count(connection: Connection, batch: Batch) -> None:
    hours = Counter(
        (
            row["workspace_id"],
            row["domain_id"],
            hour_of(row["at"]),
            row["banner_version"] or 0,
            row["action"],
            row["device"],
            row["country"],
        )
        for row in batch
    )
    add_counts(connection, hourly_counts, hours)
    # A job sums up later days, and no earlier one again.
    until = _lock_summed_up(connection)
    days = Counter[tuple[Any, ...]]()
    for (workspace_id, domain_id, hour, *labels), count in hours.items():
        if hour < day_of(until):
            days[workspace_id, domain_id, day_of(hour), *labels] += count
    add_counts(connection, daily_counts, days)
    presentations = Counter(
        (
            row["workspace_id"],
            row["domain_id"],
            hour_of(row["at"]),
            row["banner_version"] or 0,
            row["banner_locale"] or "",
            row["surface"],
        )
        for row in batch
    )
    add_counts(connection, presentation_counts, presentations)
    impressions = Counter[tuple[Any, ...]]()
    for (workspace_id, domain_id, hour, version, _, device, _), count in hours.items():
        if version:
            impressions[workspace_id, domain_id, hour, version, device] += SHOWN_FOR_EACH * count
    add_counts(connection, consent_impressions, impressions)


def _lock_summed_up(connection: Connection) -> datetime:
    """Return the instant before which days are summed up.

    No other day is summed up before the transaction ends, because that would leave out its hours.
    """
    until = lock_counted_until(connection, Count.DAYS)
    if until is None:
        # There is no row to lock yet. With this one the job begins as it would without it.
        until = get_first_counted_at(connection)
        assert until is not None, "the batch was just counted"
        write_counted_until(connection, until, Count.DAYS)
    return until


def _count_rules(connection: Connection, batch: Batch, since: datetime) -> None:
    rules = Counter(
        (row["workspace_id"], row["domain_id"], hour_of(row["at"]), row["rule_id"])
        for row in batch
        if row["at"] >= since
    )
    add_counts(connection, rule_counts, rules)
