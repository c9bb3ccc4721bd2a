"""The feed's table: what each kind of row tells, how urgently, and in which words.

``docs/notifications.md`` shows the same table; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["critical", "warning", "info"]

QUIET_DAYS = 7
CRITICAL_WEIGHT = 15
EVENT_VANISHES = "after 30 days"


@dataclass(frozen=True, slots=True)
class FeedKind:
    """One kind of row. ``title`` and ``detail`` are filled with what stands in braces.

    ``condition``, ``urgent_when`` and ``vanishes`` are for the table of the docs. ``urgent`` is the
    severity where ``urgent_when`` holds. ``detail`` is used where there is no reason to give.
    ``mail`` is the catalogue's id of the mail for the same event.
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


FEED_KINDS = {
    row.kind: row
    for row in (
        FeedKind(
            "compliance_finding",
            "a rule of the compliance score does not hold",
            "warning",
            "{hostname}: {rule}",
            "{remedy} ({source})",
            "when the rule holds",
            urgent="critical",
            urgent_when=f"the rule weighs {CRITICAL_WEIGHT} or more",
        ),
        FeedKind(
            "domain_unverified",
            "the domain is not verified, from its creation on",
            "warning",
            "{hostname} is not verified",
            "Verify the domain, so that nobody else can claim it and its score can rise.",
            "when the domain is verified",
            mail="verification_failed",
            mail_when="the domain's check failed",
        ),
        FeedKind(
            "no_traffic",
            "the banner is published, and no visitor was shown it or decided for"
            f" {QUIET_DAYS} days",
            "warning",
            f"No visitor seen on {{hostname}} for {QUIET_DAYS} days",
            "The banner is published, but no visitor was shown it or decided. Check that the tag is"
            " on the pages.",
            "with the next visitor",
            mail="no_traffic",
        ),
        FeedKind(
            "scan_failed",
            "a scan failed, or the site blocked it",
            "warning",
            "Scan of {hostname} failed",
            "{subject}",
            EVENT_VANISHES,
            mail="scan_failed",
        ),
        FeedKind(
            "scan_completed",
            "a scan was completed",
            "info",
            "Scan of {hostname} completed",
            "{subject}",
            EVENT_VANISHES,
            mail="scan_completed",
        ),
        FeedKind(
            "banner_published",
            "a version of a banner was published",
            "info",
            "Banner of {hostname} published",
            "Visitors now see version {subject}.",
            EVENT_VANISHES,
            mail="banner_published",
        ),
        FeedKind(
            "domain_added",
            "a domain was added",
            "info",
            "{hostname} was added",
            "Publish its banner and put the tag on its pages.",
            EVENT_VANISHES,
            mail="domain_added",
        ),
        FeedKind(
            "member_joined",
            "someone accepted an invitation",
            "info",
            "{subject} joined",
            "They can sign in to this workspace from now on.",
            EVENT_VANISHES,
            mail="member_joined",
        ),
    )
}

EVENT_KINDS = ("scan_failed", "scan_completed", "banner_published", "domain_added", "member_joined")
"""The rows that come from ``workspace_events``; the others are computed from the tables."""
