"""The routes of the feed."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.notifications import service
from consent_app.notifications.items import Item
from consent_app.notifications.service import Feed


@api_view("notifications", "GET", permission="panel:viewer")
def get_notifications(request: Request) -> dict[str, Any]:
    """Show the feed."""
    caller = request.identity
    feed = service.read_feed(
        request.db,
        request.runtime,
        caller.workspace_id,
        caller.user_id,
        request.openapi_validated.parameters.query["limit"],
    )
    return {
        "items": [_present(feed, item) for item in feed.items],
        "unread": feed.unread,
        "total": feed.total,
        "readAt": timestamp(feed.read_at) if feed.read_at else None,
    }


@api_view("notifications_read", "POST", permission="panel:viewer")
def mark_notifications_read(request: Request) -> dict[str, Any]:
    """Mark the feed read."""
    caller = request.identity
    read_at = service.mark_read(request.db, request.runtime, caller.workspace_id, caller.user_id)
    return {"readAt": timestamp(read_at)}


def _present(feed: Feed, item: Item) -> dict[str, Any]:
    return {
        "id": str(item.id),
        "kind": item.kind,
        "severity": item.severity,
        "title": item.title,
        "detail": item.detail,
        "at": timestamp(item.at),
        "domainId": str(item.domain_id) if item.domain_id else None,
        "hostname": item.hostname,
        "read": feed.is_read(item),
        "emailNotificationId": item.mail,
    }
