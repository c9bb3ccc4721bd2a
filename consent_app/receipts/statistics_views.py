"""Statistics over HTTP."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.receipts.statistics import Question, Series, statistics


@api_view("consent_stats", "GET", permission="panel:viewer")
def get_consent_stats(request: Request) -> dict[str, Any]:
    """Show the workspace's impressions and decisions in time."""
    query = request.openapi_validated.parameters.query
    question = Question(
        query["from"], query["to"], query["interval"], query["groupBy"], query.get("domainId")
    )
    found = statistics(request.db, request.identity.workspace_id, question)
    return {
        "interval": question.interval,
        "groupBy": question.group_by,
        "completeTo": timestamp(found.until) if found.until else None,
        "starts": [timestamp(start) for start in found.starts],
        "impressions": _series(found.impressions),
        "decisions": _series(found.decisions),
    }


def _series(series: Series) -> dict[str, Any]:
    return {
        "total": sum(series.counts),
        "counts": series.counts,
        "groups": [
            {"key": group.key, "total": sum(group.counts), "counts": group.counts}
            for group in series.groups
        ],
    }
