"""The feed and mail preferences as JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from consent_app.notifications.feed import Feed
from consent_app.notifications.feed_items import FeedItem
from consent_app.notifications.preferences import MemberMails, Preferences
from consent_app.openapi.json import timestamp
from consent_app.translations import translated
from consent_app.workspaces.service import organization_summary


def notifications_feed(feed: Feed, language: str) -> dict[str, Any]:
    """Return the NotificationsFeed of the document, with its texts in a supported language."""
    return {
        "items": [_notification_item(feed, item, language) for item in feed.items],
        "unread": feed.unread,
        "total": feed.total,
        "readAt": timestamp(feed.read_at) if feed.read_at else None,
    }


def mark_read_result(read_at: datetime) -> dict[str, Any]:
    """Return the MarkReadResult of the document."""
    return {"readAt": timestamp(read_at)}


def mail_preferences(preferences: Preferences, language: str) -> dict[str, Any]:
    """Return the MailPreferences of the document, with its texts in a supported language."""
    return {
        "email": preferences.user.email,
        "emailVerified": preferences.user.verified_at is not None,
        "unsubscribed": preferences.unsubscribed,
        "workspaces": [_member_mails(member, language) for member in preferences.workspaces],
    }


def _notification_item(feed: Feed, item: FeedItem, language: str) -> dict[str, Any]:
    title, detail = item.texts_in(language)
    domain_id = feed.domain_id_of(item)
    return {
        "id": str(item.id),
        "kind": item.kind,
        "severity": item.severity,
        "title": title,
        "detail": detail,
        "at": timestamp(item.at),
        "domainId": str(domain_id) if domain_id else None,
        "hostname": item.hostname,
        "read": feed.is_read(item),
        "emailNotificationId": item.mail,
    }


def _member_mails(member: MemberMails, language: str) -> dict[str, Any]:
    return {
        "organization": organization_summary(member.access.workspace),
        "role": member.access.role,
        "mails": [
            {
                "id": mail.id,
                "description": translated(mail.description, language),
                "default": mail.default,
                "enabled": enabled,
            }
            for mail, enabled in member.mails
        ],
    }
