"""The routes of the feed and of the email preferences."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.pagination import next_link
from consent_app.api.views import api_view
from consent_app.errors import ValidationFailed
from consent_app.http.json_response import JsonResponse
from consent_app.notifications import feed, preferences, schemas
from consent_app.notifications.preferences import Choice
from consent_app.operations import account, notifications


@api_view("notifications", "GET", permission="panel:viewer")
def get_notifications(request: notifications.ListNotifications) -> JsonResponse:
    """Show a page of the feed."""
    page = feed.get_feed(request.ctx, request.query.limit, request.query.cursor)
    cursor = page.next_cursor
    headers = next_link(request.http, cursor=cursor) if cursor is not None else None
    return JsonResponse(schemas.notifications_feed(page, request.ctx.language), headers=headers)


@api_view("notifications_read", "POST", permission="panel:viewer")
def mark_notifications_read(request: notifications.MarkNotificationsRead) -> dict[str, Any]:
    """Mark the feed read."""
    return schemas.mark_read_result(feed.mark_read(request.ctx))


@api_view("mail_preferences", "GET", permission="session")
def get_preferences(request: account.GetMailPreferences) -> dict[str, Any]:
    """Show which emails the caller gets."""
    member_preferences = preferences.get_preferences(request.ctx)
    return schemas.mail_preferences(member_preferences, request.ctx.language)


@api_view("mail_preferences", "PUT", permission="session")
def choose_mails(request: account.PutMailPreferences) -> dict[str, Any]:
    """Choose which emails the caller gets."""
    body = request.body
    choices = [_choice(index, sent) for index, sent in enumerate(body.workspaces or ())]
    chosen = preferences.choose(request.ctx, choices, subscribe=bool(body.subscribe))
    return schemas.mail_preferences(chosen, request.ctx.language)


def _choice(index: int, sent: dict[str, Any]) -> Choice:
    mails = {mail["id"]: mail["enabled"] for mail in sent["mails"]}
    if len(mails) < len(sent["mails"]):
        raise ValidationFailed.at(f"#/workspaces/{index}/mails", "must name each email once")
    return Choice(UUID(sent["organizationId"]), mails)
