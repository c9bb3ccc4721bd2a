"""Statistics as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.openapi.json import timestamp
from consent_app.statistics.statistics import Series, Statistics, Total


def consent_stats(statistics: Statistics) -> dict[str, Any]:
    """Return the ConsentStats of the document."""
    return {
        "interval": statistics.parameters.interval,
        "groupBy": statistics.parameters.group_by,
        "completeTo": timestamp(statistics.until) if statistics.until else None,
        "starts": [timestamp(start) for start in statistics.starts],
        "impressions": _series(statistics.impressions),
        "decisions": _series(statistics.decisions),
    }


def receipt_total(total: Total) -> dict[str, Any]:
    """Return the ReceiptTotal of the document."""
    return {"total": total.count, "completeTo": timestamp(total.until) if total.until else None}


def _series(series: Series) -> dict[str, Any]:
    return {
        "total": sum(series.counts),
        "counts": series.counts,
        "groups": [
            {"key": group.key, "total": sum(group.counts), "counts": group.counts}
            for group in series.groups
        ],
    }
