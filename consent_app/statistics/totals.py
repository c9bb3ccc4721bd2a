"""Totals of receipts, from the counts: counting millions of rows for each list would be slow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from consent_app.context import Context
from consent_app.statistics import queries
from consent_app.statistics.hourly_counts import hour_of
from consent_app.statistics.series_queries import TotalFilters, get_decisions_total


@dataclass(frozen=True, slots=True)
class Total:
    """The number of counted decisions. ``until``: the instant before which all are counted, or
    None."""

    count: int
    until: datetime | None


def get_total(ctx: Context, filters: TotalFilters) -> Total:
    """Return the number of the workspace's matching decisions. The hours of both instants are
    included."""
    full_hours = replace(
        filters,
        country=filters.country.upper() if filters.country is not None else None,
        from_=hour_of(filters.from_) if filters.from_ is not None else None,
        to=hour_of(filters.to) if filters.to is not None else None,
    )
    count = get_decisions_total(ctx.session, ctx.workspace_id, full_hours)
    return Total(count, queries.get_counted_until(ctx.session))
