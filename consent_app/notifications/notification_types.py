"""The types of notification: the texts of each row of the feed, and the emails.

``make docs`` writes the same tables into ``docs/notifications.md``, which also says how to add to
them. Members choose emails by their ids (``/v1/account/mail-preferences``), and the feed returns
the ids as ``emailNotificationId``. An id that has been used never changes its meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from consent_app.mail import MailTemplate
from consent_app.notifications import mails
from consent_app.notifications.models import EventKind
from consent_app.translations import mark
from consent_app.workspaces.service import Role

Severity = Literal["critical", "warning", "info"]

QUIET_DAYS = 7
CRITICAL_WEIGHT = 15
EVENT_VANISHES = "after 30 days"


@dataclass(frozen=True, slots=True)
class NotificationType:
    """One kind of row. The braces in ``title`` and ``detail`` are filled.

    ``condition``, ``urgent_when``, ``vanishes`` and ``mail_when`` are for the table of the docs.
    ``urgent`` is the severity if ``urgent_when`` is true. ``detail`` is used if there is no reason
    to give. ``mail`` is the id of the email about the same event.
    """

    kind: str
    condition: str
    severity: Severity
    title: str
    detail: str
    vanishes: str
    mail: str | None = None
    mail_when: str = ""
    urgent: Severity | None = None
    urgent_when: str = ""


# Rows of one instant and severity are shown in this order.
NOTIFICATION_TYPES = {
    row.kind: row
    for row in (
        NotificationType(
            "domain_unverified",
            "the domain is not verified, from its creation on",
            "warning",
            mark("{hostname} is not verified"),
            mark("Verify the domain to show that it is yours; its score rises with that."),
            "when the domain is verified",
            mail="verification_failed",
            mail_when="the domain's check failed",
        ),
        NotificationType(
            "compliance_finding",
            "the domain violates a rule of the compliance score",
            "warning",
            "{hostname}: {rule}",
            "{resolution} ({source})",
            "when the domain no longer violates the rule",
            urgent="critical",
            urgent_when=f"the rule weighs {CRITICAL_WEIGHT} or more",
        ),
        NotificationType(
            "no_traffic",
            "the banner is published, and no visitor was shown it or decided for"
            f" {QUIET_DAYS} days",
            "warning",
            mark("No visitors seen on {hostname} for 7 days"),
            mark(
                "The banner is published, but no visitor was shown it or decided."
                " Check that the tag is on the pages."
            ),
            "with the next visitor",
            mail="no_traffic",
        ),
        NotificationType(
            "scan_failed",
            "a scan failed, or the site blocked it",
            "warning",
            mark("Scan of {hostname} failed"),
            "{subject}",
            EVENT_VANISHES,
            mail="scan_failed",
        ),
        NotificationType(
            "scan_completed",
            "a scan was completed",
            "info",
            mark("Scan of {hostname} completed"),
            "{subject}",
            EVENT_VANISHES,
            mail="scan_completed",
        ),
        NotificationType(
            "banner_published",
            "a version of a banner was published",
            "info",
            mark("Banner of {hostname} published"),
            mark("Version {subject} was published."),
            EVENT_VANISHES,
            mail="banner_published",
        ),
        NotificationType(
            "domain_added",
            "a domain was added",
            "info",
            mark("{hostname} was added"),
            mark("Publish its banner and put the tag on its pages."),
            EVENT_VANISHES,
            mail="domain_added",
        ),
        NotificationType(
            "member_joined",
            "someone accepted an invitation",
            "info",
            mark("{subject} joined"),
            mark("They can sign in to this workspace from now on."),
            EVENT_VANISHES,
            mail="member_joined",
        ),
    )
}

EVENT_TYPES = tuple(kind for kind in NOTIFICATION_TYPES if kind in get_args(EventKind))
"""The rows that come from ``workspace_events``; the others are computed from the tables."""


@dataclass(frozen=True, slots=True)
class NotificationMail:
    """One email. ``roles`` may get it; ``default`` applies to members who have not chosen.

    ``event`` is the event that causes it, None if a periodic job does.
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

MAILS = (
    NotificationMail(
        "member_joined",
        "member_joined",
        True,
        _ADMINS,
        mark("Someone accepted an invitation to the workspace."),
        mails.MEMBER_JOINED,
    ),
    NotificationMail(
        "verification_failed",
        "verification_failed",
        True,
        _ADMINS,
        mark("Three scheduled checks of a verified domain in a row failed."),
        mails.VERIFICATION_FAILED,
    ),
    NotificationMail(
        "weekly_summary",
        None,
        True,
        _OWNERS,
        mark("Every Monday: the compliance of the workspace's domains."),
        mails.WEEKLY_SUMMARY,
    ),
    NotificationMail(
        "no_traffic",
        None,
        False,
        _ADMINS,
        mark("A domain's banner is published, but no visitors were seen for a week."),
        mails.NO_TRAFFIC,
    ),
    NotificationMail(
        "domain_added",
        "domain_added",
        False,
        _ADMINS,
        mark("A domain was added."),
        mails.DOMAIN_ADDED,
    ),
    NotificationMail(
        "banner_published",
        "banner_published",
        False,
        _ALL,
        mark("A new version of a banner was published."),
        mails.BANNER_PUBLISHED,
    ),
    NotificationMail(
        "scan_completed",
        "scan_completed",
        False,
        _ADMINS,
        mark("A scan of a domain is complete."),
        mails.SCAN_COMPLETED,
    ),
    NotificationMail(
        "scan_failed",
        "scan_failed",
        False,
        _ADMINS,
        mark("A scan of a domain failed."),
        mails.SCAN_FAILED,
    ),
)

MAILS_BY_ID = {mail.id: mail for mail in MAILS}
MAILS_BY_EVENT: dict[str, NotificationMail] = {
    mail.event: mail for mail in MAILS if mail.event is not None
}
