"""The routes of unsubscribing."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.http.request import Request
from consent_app.operations import unsubscribing as operations
from consent_app.unsubscription import schemas, unsubscription


@api_view("unsubscribe_confirm", "POST", permission="public")
def confirm(request: operations.ConfirmUnsubscribe) -> dict[str, Any]:
    """Unsubscribe, as the page's button does."""
    _limit(request.http)
    ctx = request.ctx
    return schemas.unsubscribe_result(
        unsubscription.unsubscribe(ctx.session, ctx.app, request.body.token, "confirm")
    )


@api_view("unsubscribe_one_click", "POST", permission="public")
def one_click(request: operations.OneClickUnsubscribe) -> dict[str, Any]:
    """Unsubscribe, as mailbox providers do (RFC 8058). The body, if any, is ignored."""
    _limit(request.http)
    ctx = request.ctx
    return schemas.unsubscribe_result(
        unsubscription.unsubscribe(ctx.session, ctx.app, request.query.token, "one_click")
    )


@api_view("unsubscribe_status", "GET", permission="public")
def get_status(request: operations.GetUnsubscribeStatus) -> dict[str, Any]:
    """Name the address of a link."""
    _limit(request.http)
    ctx = request.ctx
    return schemas.unsubscribe_status(
        unsubscription.unsubscribe_status(ctx.session, ctx.app, request.query.token)
    )


def _limit(request: Request) -> None:
    enforce_rate_limit(request, "unsubscribing", request.client.block)
