"""The statistics of generated receipts, counted like those of real visitors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Table
from sqlalchemy.engine import Connection

from consent_app.statistics.daily_counts import day_of
from consent_app.statistics.hourly_counts import hour_of
from consent_app.statistics.models import (
    consent_impressions,
    daily_counts,
    hourly_counts,
    presentation_counts,
    rule_counts,
)
from consent_app.statistics.queries import DAYS, added_counts_statement, get_counted_until

Batch: TypeAlias = Sequence[Mapping[str, Any]]

SHOWN_FOR_EACH = 3
"""The approximate number of impressions for each decision."""


def count_receipts(connection: Connection, batch: Batch, since: datetime) -> None:
    """Count a batch of receipts, and their impressions, in the caller's transaction.

    The rules are counted only of the hours from ``since`` on: earlier ones no longer say where
    visitors are.
    """
    _count(connection, batch)
    _count_rules(connection, batch, since)


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
    _add(connection, hourly_counts, hours)
    # A job sums up later days, and none of these again.
    until = get_counted_until(connection, DAYS)
    days = Counter[tuple[Any, ...]]()
    for (workspace_id, domain_id, hour, *labels), count in hours.items():
        if until is not None and hour < day_of(until):
            days[workspace_id, domain_id, day_of(hour), *labels] += count
    _add(connection, daily_counts, days)
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
    _add(connection, presentation_counts, presentations)
    impressions = Counter[tuple[Any, ...]]()
    for (workspace_id, domain_id, hour, version, _, device, _), count in hours.items():
        if version:
            impressions[workspace_id, domain_id, hour, version, device] += SHOWN_FOR_EACH * count
    _add(connection, consent_impressions, impressions)


def _count_rules(connection: Connection, batch: Batch, since: datetime) -> None:
    rules = Counter(
        (row["workspace_id"], row["domain_id"], hour_of(row["at"]), row["rule_id"])
        for row in batch
        if row["at"] >= since
    )
    _add(connection, rule_counts, rules)


def _add(connection: Connection, table: Table, counts: Mapping[tuple[Any, ...], int]) -> None:
    names = [column.name for column in table.primary_key]
    rows = [dict(zip(names, key, strict=True)) | {"count": count} for key, count in counts.items()]
    if rows:
        connection.execute(added_counts_statement(connection.dialect.name, table), rows)
