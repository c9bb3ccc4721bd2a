"""Recording a decision: the report of a visitor's page becomes a receipt.

This happens outside the request's transaction, on a separate connection, and is answered after
the commit. Time, wording and country are the server's own; only the decision comes from the page.
The required data of a domain is cached until it changes (``events.site_changes``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from cachetools import TTLCache
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.banner_script.service import script
from consent_app.db.group_commit import QueueFull
from consent_app.db.shard_commit import Commits
from consent_app.domains.service import get_domain_for_visitors, is_held
from consent_app.errors import DomainOnHold, NotFound, OriginNotAllowed, Unavailable
from consent_app.events.site_cache import SiteCache, SiteOf
from consent_app.events.site_changes import SiteChanges
from consent_app.jurisdictions.service import Geolocation, Place, rule_at
from consent_app.net.hostname import origin_belongs
from consent_app.receipts import queries, recording_queries
from consent_app.receipts.decision import (
    Decision,
    PublishedWording,
    Visitor,
    minimise,
    renewal_months,
    validate_decision,
)
from consent_app.receipts.postgres_writers import receipt_writer
from consent_app.receipts.queries import ReceiptRow
from consent_app.receipts.writers import Outcome, PendingReceipt
from consent_app.security.macs import verify_proof_token
from consent_app.workspaces.service import get_workspace

_Key = tuple[UUID, int | None, str | None]

CLOCK_TOLERANCE = timedelta(minutes=5)
"""How far ahead the clock of a page may be that says when the decision was made."""
CONTEXT_TTL_SECONDS = 30
MAX_CONTEXTS = 2048
"""The number of cached contexts. The document limits the texts of one to some 5,000 characters."""


@dataclass(frozen=True, slots=True)
class RecordingContext:
    """A domain with its workspace's settings, and the version and locale that a decision names.

    ``version`` and ``wording`` are None if the version was never published on the domain.
    """

    workspace_id: UUID
    hostname: str
    region: str | None
    gpc_refuses: str
    renew_after_months: int
    visitor_data: str
    visitor_salt: bytes
    count_impressions: bool
    version: int | None
    wording: PublishedWording | None
    held: bool


class RecordingContexts:
    """Looks up contexts, and caches complete ones in this process, for at most 30 seconds.

    A change of a domain's or a workspace's settings takes effect immediately in the process that
    made it, and within a second in others. Incomplete contexts are looked up again.
    """

    def __init__(self, app: Application) -> None:
        self._app = app
        cache: TTLCache[_Key, RecordingContext | None] = TTLCache(
            MAX_CONTEXTS, ttl=CONTEXT_TTL_SECONDS, timer=lambda: app.now().timestamp()
        )
        self._cache = SiteCache(app.get(SiteChanges), cache, _site_of)

    def find(
        self, domain_id: UUID, version: int | None, locale: str | None
    ) -> RecordingContext | None:
        """Return the domain, or None. ``version`` None means the version that is published now."""

        def load() -> tuple[RecordingContext | None, bool]:
            context = self._load(domain_id, version, locale)
            return context, context is not None and _is_complete(context, locale)

        return self._cache.load((domain_id, version, locale), load)

    def _load(
        self, domain_id: UUID, version: int | None, locale: str | None
    ) -> RecordingContext | None:
        with self._app.database.session(read_only=True) as session:
            row = recording_queries.get_recording_context(session, domain_id, version, locale)
            if row is None:
                return None
            is_held = self._is_held(session, domain_id)
        wording = None
        if row.categories is not None:
            wording = PublishedWording(
                categories=tuple(row.categories),
                controller=row.controller,
                digest=row.digest,
                title=row.title,
                description=row.description,
                policy_url=row.policy_url,
            )
        return RecordingContext(
            workspace_id=row.workspace_id,
            hostname=row.hostname,
            region=row.region,
            gpc_refuses=row.gpc_refuses,
            renew_after_months=row.renew_after_months,
            visitor_data=row.visitor_data,
            visitor_salt=row.visitor_salt,
            count_impressions=row.count_impressions,
            version=row.version,
            wording=wording,
            held=is_held,
        )

    def _is_held(self, session: Session, domain_id: UUID) -> bool:
        domain = get_domain_for_visitors(session, domain_id)
        workspace = get_workspace(session, domain.workspace_id) if domain is not None else None
        if domain is None or workspace is None:
            return False
        return is_held(session, self._app, workspace, domain)


def _site_of(key: _Key, context: RecordingContext | None) -> SiteOf:
    assert context is not None, "only complete contexts are cached"
    return SiteOf(context.workspace_id, key[0])


def _is_complete(context: RecordingContext, locale: str | None) -> bool:
    wording = context.wording
    return wording is not None and (locale is None or wording.digest is not None)


@dataclass(slots=True)
class Recorder:
    """Records the decisions of one process. Any number of threads may call it."""

    app: Application
    geolocation: Geolocation
    contexts: RecordingContexts
    receipts: Commits[PendingReceipt, Outcome]

    @classmethod
    def of(cls, app: Application) -> Recorder:
        """Create the recorder of a process. Opens no connection yet."""
        return cls(
            app,
            app.get(Geolocation),
            RecordingContexts(app),
            receipt_writer(app.database),
        )

    def record(
        self,
        domain_id: UUID,
        decision: Decision,
        visitor: Visitor,
        *,
        origin: str | None,
        idempotency_key: UUID | None,
    ) -> ReceiptRow:
        """Record a decision durably and return its row.

        A repeat of ``idempotency_key`` within 24 hours returns the first receipt. Raises NotFound,
        OriginNotAllowed and ValidationFailed; DomainOnHold for anything but a withdrawal on a held
        domain; Unavailable if the queue is full.
        """
        context = self._context(domain_id, decision, origin)
        wording = validate_decision(decision, context.wording, context.gpc_refuses)
        now = self.app.now()
        values = self._values(domain_id, decision, visitor, context, wording)
        values["former_receipt_id"] = former_id = self._former(domain_id, decision, context)
        if context.held and _grants(decision) and former_id is None:
            # Except for a changed decision on this same domain.
            raise DomainOnHold
        try:
            outcome = self.receipts.write(PendingReceipt.of(values, idempotency_key, now))
        except QueueFull:
            raise Unavailable from None
        if outcome is Outcome.DOMAIN_DELETED:
            raise NotFound
        if outcome is Outcome.RECORDED:
            self.app.metrics.recorded(decision.action)
            return {**values, **_wording_columns(wording, values), "live_domain_id": domain_id}
        return self._first(context.workspace_id, domain_id, idempotency_key)

    def _context(self, domain_id: UUID, decision: Decision, origin: str | None) -> RecordingContext:
        context = self.contexts.find(domain_id, decision.banner_version, decision.banner_locale)
        if context is None:
            raise NotFound
        if not origin_belongs(origin, context.hostname):
            raise OriginNotAllowed
        if decision.source == "gpc" and context.wording is None:
            raise NotFound
        return context

    def _first(self, workspace_id: UUID, domain_id: UUID, key: UUID | None) -> ReceiptRow:
        with self.app.database.session(read_only=True) as session:
            receipt_id = key and recording_queries.get_first_receipt_id(
                session, workspace_id, domain_id, key
            )
            row = queries.get_receipt(session, workspace_id, receipt_id) if receipt_id else None
        if row is None:
            raise NotFound
        return row

    def _values(
        self,
        domain_id: UUID,
        decision: Decision,
        visitor: Visitor,
        context: RecordingContext,
        wording: PublishedWording,
    ) -> dict[str, Any]:
        place = self.geolocation.locate(visitor.address, visitor.edge)
        fields = minimise(visitor, context.visitor_data, context.visitor_salt)
        return {
            "workspace_id": context.workspace_id,
            "id": self.app.new_id(),
            "domain_id": domain_id,
            "hostname": context.hostname,
            "action": decision.action,
            "source": decision.source,
            "analytics": decision.analytics,
            "marketing": decision.marketing,
            "preferences": decision.preferences,
            "country": place.country if place else None,
            "ip_hash": fields.ip_hash,
            "user_agent": fields.user_agent,
            "device": fields.device,
            "banner_version": decision.banner_version,
            "banner_locale": decision.banner_locale,
            "wording_digest": wording.digest if decision.source == "banner" else None,
            "regime": decision.regime or self._regime(place),
            "region": context.region,
            "categories": ",".join(wording.categories),
            "gpc_signal": visitor.gpc_signal,
            "surface": decision.surface,
            "script_digest": script().digest,
            "controller": wording.controller,
            "renew_after_months": renewal_months(decision, wording, context.renew_after_months),
            "decided_at": self._decided_at(decision),
            "rule_id": decision.rule_id,
            "rule_version": decision.rule_version,
            "limit_sensitive": decision.limit_sensitive,
        }

    def _regime(self, place: Place | None) -> str:
        return rule_at(place, self.app.now().date()).regime

    def _decided_at(self, decision: Decision) -> datetime | None:
        # A clock that is ahead says nothing useful. The receipt has the server's time.
        if decision.decided_at is None or decision.decided_at > self.app.now() + CLOCK_TOLERANCE:
            return None
        return decision.decided_at

    def _former(
        self, domain_id: UUID, decision: Decision, context: RecordingContext
    ) -> UUID | None:
        # The decision is recorded even if the token proves nothing, or another's receipt.
        receipt_id, token = decision.former_receipt_id, decision.former_proof_token
        if receipt_id is None or token is None:
            return None
        if not verify_proof_token(self.app.keys, token, receipt_id):
            return None
        # Not from a replica, which may not have it yet.
        with self.app.database.session() as session:
            is_ours = recording_queries.has_receipt(
                session, context.workspace_id, domain_id, receipt_id
            )
        return receipt_id if is_ours else None


def _grants(decision: Decision) -> bool:
    granted = decision.analytics or decision.marketing or decision.preferences
    return granted and decision.source != "gpc"


def _wording_columns(wording: PublishedWording, values: dict[str, Any]) -> dict[str, Any]:
    if values["wording_digest"] is None:
        return {"title": None, "description": None, "policy_url": None}
    return {
        "title": wording.title,
        "description": wording.description,
        "policy_url": wording.policy_url,
    }
