"""The notification emails.

Their parameters: ``workspace``, its name; ``url``, its origin; ``hostname`` of the domain;
``subject``, the rest of the event's text. The reasons of checks are translated. The summaries of
scans are English, and German emails mention that.
"""

from __future__ import annotations

from consent_app.mail import MailTemplate

MEMBER_JOINED = MailTemplate("notification.member_joined", link="url")

VERIFICATION_FAILED = MailTemplate("notification.verification_failed", link="url")

WEEKLY_SUMMARY = MailTemplate("notification.weekly_summary", link="url", lines="domains")

BANNER_PUBLISHED = MailTemplate("notification.banner_published", link="url")

DOMAIN_ADDED = MailTemplate("notification.domain_added", link="url")

NO_TRAFFIC = MailTemplate("notification.no_traffic", link="url")

SCAN_COMPLETED = MailTemplate("notification.scan_completed", link="url")

SCAN_FAILED = MailTemplate("notification.scan_failed", link="url")
