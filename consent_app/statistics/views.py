"""The routes of statistics, and the one that counts an impression."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pyramid.response import Response

from consent_app.api.views import api_view
from consent_app.api.visitor_limit import limit_visitor
from consent_app.http.request import Request
from consent_app.operations import receipts as operations
from consent_app.statistics import schemas
from consent_app.statistics.impressions import Impressions
from consent_app.statistics.series_queries import TotalFilters
from consent_app.statistics.statistics import StatisticsParameters, get_statistics, get_total


@api_view("consent_stats", "GET", permission="panel:viewer")
def get_consent_stats(request: operations.GetConsentStats) -> dict[str, Any]:
    """Show the workspace's impressions and decisions over time."""
    query = request.query
    parameters = StatisticsParameters(
        query.from_, query.to, query.interval, str(query.group_by), query.domain_id, query.version
    )
    return schemas.consent_stats(get_statistics(request.ctx, parameters))


@api_view("consent_totals", "GET", permission="panel:viewer")
def get_consent_totals(request: operations.GetConsentTotals) -> dict[str, Any]:
    """Return the approximate number of receipts."""
    query = request.query
    filters = TotalFilters(
        query.domain_id,
        query.action,
        query.source,
        query.country,
        query.device,
        query.from_,
        query.to,
    )
    return schemas.receipt_total(get_total(request.ctx, filters))


@api_view("public_impressions", "POST", permission="public", direct=True, limit=limit_visitor)
def count_impression(request: Request) -> Response:
    """Count that a banner was shown."""
    domain_id: UUID = request.openapi_validated.parameters.path["domainId"]
    origin = request.headers.get("Origin")
    request.app.get(Impressions).count(domain_id, request.user_agent, origin=origin)
    request.visitor_origin_allowed = True
    # The browser of a page with Cross-Origin-Embedder-Policy reports an error without it.
    headers = [("Cross-Origin-Resource-Policy", "cross-origin")]
    return Response(status=204, headerlist=headers)
