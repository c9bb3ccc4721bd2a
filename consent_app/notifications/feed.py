"""The feed of a workspace, composed at read time from live state (``docs/decisions.md`` §8).

It mixes recent events with present problems; a problem vanishes when it is fixed.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from consent_app.banners.events import BannerPublished
from consent_app.context import Context
from consent_app.db.ids import id_time
from consent_app.domains.events import (
    DomainAdded,
    DomainVerificationFailed,
    ScanCompleted,
    ScanFailed,
)
from consent_app.domains.service import Domain, get_assessment
from consent_app.events.bus import EventBus
from consent_app.jobs import enqueue
from consent_app.notifications import feed_queries
from consent_app.notifications.feed_items import FeedItem
from consent_app.notifications.feed_queries import DomainState, EventRow
from consent_app.notifications.models import SUBJECT_CHARACTERS, EventKind, FeedEvent
from consent_app.notifications.notification_types import (
    CRITICAL_WEIGHT,
    EVENT_TYPES,
    NOTIFICATION_TYPES,
    QUIET_DAYS,
)
from consent_app.registration.events import InvitationAccepted

MAIL_EVENT = "workspaces.happened"
"""The job that each event enqueues. Its name is older than this room: such jobs may be waiting."""

EVENT_RETENTION = timedelta(days=30)
"""How long the feed shows an event."""


def _problem(
    kind: str, began_at: datetime, domain: Domain, subject: str = "", **words: str
) -> FeedItem:
    row = NOTIFICATION_TYPES[kind]
    words["hostname"] = domain.hostname
    return FeedItem(
        f"{kind} {domain.id} {subject} {began_at.isoformat()}",
        kind,
        row.severity,
        row.title,
        row.detail,
        words,
        began_at,
        domain.id,
        domain.hostname,
        row.mail,
    )


@dataclass(frozen=True, slots=True)
class About:
    """The subject of an event: a domain, and the text that is shown besides its hostname.

    ``subject`` is a member's address, a version, or why a scan or a verification failed. It is cut
    to the length of its column.
    """

    domain_id: UUID | None = None
    hostname: str | None = None
    subject: str | None = None


def subscribe(bus: EventBus) -> None:
    """Add other rooms' events to the feed."""
    bus.subscribe(BannerPublished, _on_banner_published)
    bus.subscribe(DomainAdded, _on_domain_added)
    bus.subscribe(DomainVerificationFailed, _on_verification_failed)
    bus.subscribe(ScanCompleted, _on_scan_completed)
    bus.subscribe(ScanFailed, _on_scan_failed)
    bus.subscribe(InvitationAccepted, _on_invitation_accepted)


def _on_banner_published(ctx: Context, event: BannerPublished) -> None:
    about = About(event.subject_id, event.hostname, str(event.version))
    add_event(ctx, "banner_published", about)


def _on_invitation_accepted(ctx: Context, event: InvitationAccepted) -> None:
    if event.joined:
        add_event(ctx, "member_joined", About(subject=event.email))


def add_event(ctx: Context, kind: EventKind, about: About) -> None:
    """Add an event of the context's workspace, and the job that emails about it."""
    subject = about.subject
    event = FeedEvent(
        id=ctx.new_id(),
        workspace_id=ctx.workspace_id,
        kind=kind,
        domain_id=about.domain_id,
        hostname=about.hostname,
        subject=subject[:SUBJECT_CHARACTERS] if subject is not None else None,
    )
    ctx.session.add(event)
    enqueue(ctx.session, MAIL_EVENT, {"event": str(event.id)}, now=ctx.now())


def _on_domain_added(ctx: Context, event: DomainAdded) -> None:
    _add_domain_event(ctx, "domain_added", event)


def _on_verification_failed(ctx: Context, event: DomainVerificationFailed) -> None:
    _add_domain_event(ctx, "verification_failed", event, event.reason)


def _on_scan_completed(ctx: Context, event: ScanCompleted) -> None:
    _add_domain_event(ctx, "scan_completed", event, event.summary)


def _on_scan_failed(ctx: Context, event: ScanFailed) -> None:
    _add_domain_event(ctx, "scan_failed", event, event.summary)


def _add_domain_event(
    ctx: Context,
    kind: EventKind,
    event: DomainAdded | DomainVerificationFailed | ScanCompleted | ScanFailed,
    subject: str | None = None,
) -> None:
    add_event(ctx, kind, About(event.subject_id, event.hostname, subject))


def event_item(event: EventRow) -> FeedItem:
    """Return the row of an event of ``feed_queries.get_events``."""
    row = NOTIFICATION_TYPES[event.kind]
    words = {"hostname": event.hostname or "", "subject": event.subject or ""}
    at = id_time(event.id)
    return FeedItem(
        f"{event.kind} {event.id} {at.isoformat()}",
        event.kind,
        row.severity,
        row.title,
        row.detail,
        words,
        at,
        event.domain_id,
        event.hostname,
        row.mail,
    )


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as one user reads it.

    ``items`` is one page; the counts are over all pages. ``domain_ids`` are those of the
    workspace's domains. ``next_cursor`` is the cursor of the next page, None on the last one.
    """

    items: list[FeedItem]
    domain_ids: frozenset[UUID]
    next_cursor: str | None
    unread: int
    total: int
    read_at: datetime | None

    def is_read(self, item: FeedItem) -> bool:
        """Return whether the user has marked the feed read since the item appeared."""
        return self.read_at is not None and item.at <= self.read_at

    def domain_id_of(self, item: FeedItem) -> UUID | None:
        """Return the id of the item's domain, None without one or once it is deleted."""
        return item.domain_id if item.domain_id in self.domain_ids else None


def get_feed(ctx: Context, limit: int, cursor: str | None) -> Feed:
    """Compose the feed, newest first, with four queries for any number of domains.

    ``cursor`` is the ``next_cursor`` of the previous page.
    """
    session, workspace_id, now = ctx.session, ctx.workspace_id, ctx.now()
    events = feed_queries.get_events(session, workspace_id, EVENT_TYPES, now - EVENT_RETENTION)
    items = [event_item(event) for event in events]
    states = feed_queries.get_domain_states(session, workspace_id, now)
    for state in states:
        items.extend(problems_of(state, now))
    items.sort(key=_age)
    read_at = feed_queries.get_read_at(session, workspace_id, ctx.user_id)
    unread = sum(1 for item in items if read_at is None or item.at > read_at)
    page, has_more = _page(items, limit, cursor)
    domain_ids = frozenset(state.domain.id for state in states)
    next_cursor = _cursor(page[-1]) if has_more else None
    return Feed(page, domain_ids, next_cursor, unread, len(items), read_at)


def _cursor(item: FeedItem) -> str:
    return f"{_microseconds(item)}-{item.rank}-{item.id}"


def _page(items: list[FeedItem], limit: int, cursor: str | None) -> tuple[list[FeedItem], bool]:
    """Return the page after a cursor, whose own item may have disappeared, and whether there are
    more.

    Ids are only computed where the page may be: items of one instant and rank are ordered by them.
    """
    first = begin = 0
    after: tuple[int, int, int] | None = None
    if cursor is not None:
        instant, rank, item_id = cursor.split("-", 2)
        after = (-int(instant), int(rank), -UUID(item_id).int)
        first = bisect.bisect_left(items, after[0], key=_age)
        begin = bisect.bisect_right(items, after[0], lo=first, key=_age)
    end = min(begin + limit, len(items))
    if end:
        end = bisect.bisect_right(items, _age(items[end - 1]), lo=end - 1, key=_age)
    window = sorted(items[first:end], key=_order)
    start = bisect.bisect_right(window, after, key=_order) if after is not None else 0
    return window[start : start + limit], first + start + limit < len(items)


def _age(item: FeedItem) -> int:
    return -_microseconds(item)


def _order(item: FeedItem) -> tuple[int, int, int]:
    """Return the key of the feed's order: the newest first, and those of one instant by rank."""
    return _age(item), item.rank, -item.id.int


def _microseconds(item: FeedItem) -> int:
    return int(item.at.timestamp() * 1_000_000)


def mark_read(ctx: Context) -> datetime:
    """Mark everything up to now as read by the caller. Return that instant."""
    now = ctx.now()
    feed_queries.mark_read(ctx.session, ctx.workspace_id, ctx.user_id, now)
    return now


# Rules with their own type of notification, which are not shown as findings.
UNVERIFIED = "domain_verified"
NOT_FINDINGS = frozenset({UNVERIFIED})


def problems_of(state: DomainState, now: datetime) -> Iterator[FeedItem]:
    """Yield the problems that a domain has at ``now``."""
    yield from _unverified(state)
    yield from _findings(state)
    yield from _no_traffic(state, now)


def _unverified(state: DomainState) -> Iterator[FeedItem]:
    domain = state.domain
    if domain.status != "verified":
        item = _problem("domain_unverified", state.began_at(UNVERIFIED), domain)
        if domain.verify_reason:
            words = {**item.words, "reason": domain.verify_reason}
            item = replace(item, detail="{reason}", words=words)
        yield replace(item, mail=item.mail if domain.status == "failed" else None)


def _findings(state: DomainState) -> Iterator[FeedItem]:
    domain, kind = state.domain, "compliance_finding"
    for rule in get_assessment(domain).findings:
        if rule.id not in NOT_FINDINGS:
            words = {"rule": rule.title, "resolution": rule.resolution, "source": rule.source}
            item = _problem(kind, state.began_at(rule.id), domain, rule.id, **words)
            urgent = NOTIFICATION_TYPES[kind].urgent
            if urgent is not None and rule.weight >= CRITICAL_WEIGHT:
                item = replace(item, severity=urgent)
            yield item


def _no_traffic(state: DomainState, now: datetime) -> Iterator[FeedItem]:
    if state.first_published_at is None:
        return
    since = max(state.first_published_at, state.last_seen_at or state.first_published_at)
    quiet_since = since + timedelta(days=QUIET_DAYS)
    if quiet_since <= now:
        yield _problem("no_traffic", quiet_since, state.domain)
