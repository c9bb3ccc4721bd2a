"""The route that searches."""

from __future__ import annotations

from typing import Any

from consent_app.api.views import api_view
from consent_app.operations.workspace import Search
from consent_app.search import schemas
from consent_app.search.search import search


@api_view("search", "GET", permission="panel:viewer")
def get_search(request: Search) -> dict[str, Any]:
    """Search the caller's workspace."""
    return schemas.search_results(search(request.ctx, request.query.q), request.ctx.now())
