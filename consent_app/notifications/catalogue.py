"""The catalogue of notification mails: the one place that says which there are.

A mail's id is what members choose by (``/v1/account/mail-preferences``) and what the feed gives as
``emailNotificationId``. It never changes its meaning once it was used.
"""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.mail import MailTemplate
from consent_app.notifications import mails
from consent_app.workspaces.service import EventKind, Role


@dataclass(frozen=True, slots=True)
class NotificationMail:
    """One mail. ``roles`` may get it; ``default`` is what holds for who has not chosen.

    ``event`` is the happening that causes it, None where a periodic job does.
    """

    id: str
    event: EventKind | None
    default: bool
    roles: frozenset[Role]
    description: str
    template: MailTemplate


_OWNERS: frozenset[Role] = frozenset({"owner"})
_ADMINS: frozenset[Role] = frozenset({"owner", "admin"})
_ALL: frozenset[Role] = frozenset({"owner", "admin", "viewer"})

CATALOGUE = (
    NotificationMail(
        "member_joined",
        "member_joined",
        True,
        _ADMINS,
        "Someone accepted an invitation to the workspace.",
        mails.MEMBER_JOINED,
    ),
    NotificationMail(
        "verification_failed",
        "verification_failed",
        True,
        _ADMINS,
        "A check of a domain that was verified failed.",
        mails.VERIFICATION_FAILED,
    ),
    NotificationMail(
        "weekly_summary",
        None,
        True,
        _OWNERS,
        "Every Monday: the compliance of the workspace's domains.",
        mails.WEEKLY_SUMMARY,
    ),
    NotificationMail(
        "no_traffic",
        None,
        False,
        _ADMINS,
        "A domain's banner is published and no visitor was seen for a week.",
        mails.NO_TRAFFIC,
    ),
    NotificationMail(
        "domain_added",
        "domain_added",
        False,
        _ADMINS,
        "A domain was added.",
        mails.DOMAIN_ADDED,
    ),
    NotificationMail(
        "banner_published",
        "banner_published",
        False,
        _ALL,
        "A new version of a banner was published.",
        mails.BANNER_PUBLISHED,
    ),
    NotificationMail(
        "scan_completed",
        "scan_completed",
        False,
        _ADMINS,
        "A scan of a domain is complete.",
        mails.SCAN_COMPLETED,
    ),
    NotificationMail(
        "scan_failed",
        "scan_failed",
        False,
        _ADMINS,
        "A scan of a domain failed.",
        mails.SCAN_FAILED,
    ),
)

BY_ID = {mail.id: mail for mail in CATALOGUE}
BY_EVENT: dict[str, NotificationMail] = {
    mail.event: mail for mail in CATALOGUE if mail.event is not None
}
