"""The routes of the feed, of unsubscribing and of the mail preferences."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.errors import ValidationFailed
from consent_app.notifications import feed, preferences, schemas, unsubscribing
from consent_app.notifications.preferences import Choice
from consent_app.operations import account, notifications
from consent_app.operations import unsubscribing as operations


@api_view("notifications", "GET", permission="panel:viewer")
def get_notifications(request: notifications.ListNotifications) -> JsonResponse:
    """Show a page of the feed."""
    page = feed.get_feed(request.ctx, request.query.limit, request.query.cursor)
    cursor = page.next_cursor
    headers = next_link(request.http, cursor=cursor) if cursor is not None else None
    return JsonResponse(schemas.notifications_feed(page), headers=headers)


@api_view("notifications_read", "POST", permission="panel:viewer")
def mark_notifications_read(request: notifications.MarkNotificationsRead) -> dict[str, Any]:
    """Mark the feed read."""
    return schemas.mark_read_result(feed.mark_read(request.ctx))


@api_view("unsubscribe_confirm", "POST", permission="public")
def confirm(request: operations.ConfirmUnsubscribe) -> dict[str, Any]:
    """Unsubscribe, as the page's button does."""
    _limit(request.http)
    ctx = request.ctx
    unsubscription = unsubscribing.unsubscribe(ctx.session, ctx.app, request.body.token, "confirm")
    return schemas.unsubscribe_result(unsubscription)


@api_view("unsubscribe_one_click", "POST", permission="public")
def one_click(request: operations.OneClickUnsubscribe) -> dict[str, Any]:
    """Unsubscribe, as mailbox providers do (RFC 8058). Its body, if any, is never looked at."""
    _limit(request.http)
    ctx = request.ctx
    unsubscription = unsubscribing.unsubscribe(
        ctx.session, ctx.app, request.query.token, "one_click"
    )
    return schemas.unsubscribe_result(unsubscription)


@api_view("unsubscribe_status", "GET", permission="public")
def get_status(request: operations.GetUnsubscribeStatus) -> dict[str, Any]:
    """Name the address of a link."""
    _limit(request.http)
    ctx = request.ctx
    unsubscription = unsubscribing.unsubscribe_status(ctx.session, ctx.app, request.query.token)
    return schemas.unsubscribe_status(unsubscription)


@api_view("mail_preferences", "GET", permission="session")
def get_preferences(request: account.GetMailPreferences) -> dict[str, Any]:
    """Show which mails the caller gets."""
    return schemas.mail_preferences(preferences.get_preferences(request.ctx))


@api_view("mail_preferences", "PUT", permission="session")
def choose_mails(request: account.PutMailPreferences) -> dict[str, Any]:
    """Choose which mails the caller gets."""
    body = request.body
    choices = [_choice(index, sent) for index, sent in enumerate(body.workspaces or ())]
    chosen = preferences.choose(request.ctx, choices, subscribe=bool(body.subscribe))
    return schemas.mail_preferences(chosen)


def _limit(request: Request) -> None:
    enforce_rate_limit(request, "unsubscribing", request.client.block)


def _choice(index: int, sent: dict[str, Any]) -> Choice:
    mails = {mail["id"]: mail["enabled"] for mail in sent["mails"]}
    if len(mails) < len(sent["mails"]):
        raise ValidationFailed.at(f"#/workspaces/{index}/mails", "must name each mail once")
    return Choice(UUID(sent["organizationId"]), mails)
