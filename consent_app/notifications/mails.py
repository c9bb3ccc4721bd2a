"""The notification mails.

``workspace``: its name; ``url``: its own origin; ``hostname``: a domain's; ``subject``: what the
event says besides. Reasons come from checks in English, and German mails say so.
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
