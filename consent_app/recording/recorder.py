"""Recording a decision: the report of a visitor's page becomes a receipt.

This happens outside the request's transaction, on a separate connection, and is answered after
the commit. Time, wording and country are the server's own; only the decision comes from the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from consent_app.application import Application
from consent_app.banner_script.service import script
from consent_app.db.group_commit import QueueFull
from consent_app.db.shard_commit import Committer
from consent_app.errors import (
    DomainOnHold,
    NotFound,
    OriginNotAllowed,
    Unavailable,
    ValidationFailed,
)
from consent_app.jurisdictions.service import (
    CATEGORIES,
    EffectiveRule,
    Geolocation,
    Place,
    VisitorRules,
    regime_of,
)
from consent_app.net.hostname import origin_belongs
from consent_app.receipts import service as receipts
from consent_app.receipts.service import Outcome, PendingReceipt, ReceiptRow, receipt_writer
from consent_app.recording.contexts import RecordingContext, RecordingContexts
from consent_app.recording.decision import (
    Decision,
    PublishedWording,
    Visitor,
    effective_rule,
    minimise,
    renewal_months,
    validate_decision,
)
from consent_app.security.macs import verify_proof_token

CLOCK_TOLERANCE = timedelta(minutes=5)
"""How far the page's clock may be ahead, so that its time of the decision is still stored."""


class FormerReceipt(NamedTuple):
    """A visitor's former receipt on the same domain, and the categories that it grants."""

    receipt_id: UUID
    granted: frozenset[str]


@dataclass(slots=True)
class Recorder:
    """Records the decisions of one process. Any number of threads may call it."""

    app: Application
    geolocation: Geolocation
    contexts: RecordingContexts
    receipts: Committer[PendingReceipt, Outcome]

    @classmethod
    def of(cls, app: Application) -> Recorder:
        """Create the recorder of a process. Opens no connection yet."""
        return cls(
            app,
            app.get(Geolocation),
            RecordingContexts(app),
            receipt_writer(app.database),
        )

    def find_context(
        self, domain_id: UUID, decision: Decision, origin: str | None
    ) -> RecordingContext:
        """Return the context of a decision that a page of ``origin`` reports. Raises NotFound,
        OriginNotAllowed."""
        context = self.contexts.find(domain_id, decision.banner_version, decision.banner_locale)
        if context is None:
            raise NotFound
        if not origin_belongs(origin, context.hostname):
            raise OriginNotAllowed
        if decision.source == "gpc" and context.wording is None:
            raise NotFound
        return context

    def record(
        self,
        domain_id: UUID,
        decision: Decision,
        visitor: Visitor,
        *,
        context: RecordingContext,
        idempotency_key: UUID | None,
    ) -> ReceiptRow:
        """Record a decision durably and return its row. ``context`` comes from ``find_context``.

        A repeat of ``idempotency_key`` within 24 hours returns the first receipt, even if the
        decision would be refused by now. Raises NotFound and ValidationFailed; DomainOnHold if a
        held domain is asked for more than the visitor has already granted; Unavailable if the queue
        is full, or the database was blocked for minutes.
        """
        now = self.app.now()
        try:
            wording = validate_decision(decision, context.wording, context.gpc_refuses)
            former = self._former(domain_id, decision, context)
            _refuse_if_held(decision, context, former)
        except (ValidationFailed, DomainOnHold):
            first = self._first_receipt(context.workspace_id, domain_id, idempotency_key, now)
            if first is None:
                raise
            return first
        values = self._values(domain_id, decision, visitor, context, wording)
        values["former_receipt_id"] = former.receipt_id if former is not None else None
        if self._write(PendingReceipt.of(values, idempotency_key, now)):
            return {**values, **_wording_columns(wording, values), "live_domain_id": domain_id}
        first = self._first_receipt(context.workspace_id, domain_id, idempotency_key, now)
        if first is None:
            raise NotFound
        return first

    def _write(self, receipt: PendingReceipt) -> bool:
        """Commit a receipt. Return False if its key was used for another one."""
        try:
            outcome = self.receipts.write(receipt)
        except QueueFull:
            raise Unavailable from None
        if outcome is Outcome.DOMAIN_DELETED:
            raise NotFound
        if outcome is Outcome.TOO_LATE:
            raise Unavailable
        if outcome is Outcome.RECORDED:
            self.app.metrics.recorded(receipt.values["action"])
            return True
        return False

    def _first_receipt(
        self, workspace_id: UUID, domain_id: UUID, key: UUID | None, now: datetime
    ) -> ReceiptRow | None:
        """Return the receipt that was recorded with the idempotency key, or None."""
        if key is None:
            return None
        with self.app.database.session(read_only=True) as session:
            receipt_id = receipts.get_first_receipt_id(session, workspace_id, domain_id, key, now)
            return receipts.get_receipt(session, workspace_id, receipt_id) if receipt_id else None

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
        effective = effective_rule(decision, context.rules)
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
            "regime": decision.regime or self._regime(effective, context.rules, place),
            "region": context.rules.region,
            "categories": ",".join(wording.categories),
            "gpc_signal": visitor.gpc_signal,
            "surface": decision.surface,
            "script_digest": script().digest,
            "controller": wording.controller,
            "renew_after_months": renewal_months(decision, wording, context.rules),
            "decided_at": self._decided_at(decision),
            "limit_sensitive": decision.limit_sensitive,
            **_rule_columns(effective),
        }

    def _regime(
        self, effective: EffectiveRule | None, rules: VisitorRules, place: Place | None
    ) -> str:
        if effective is None:
            rule, _ = rules.rule_for(place, self.app.now().date())
            effective = rules.effective(rule)
        return regime_of(effective.model)

    def _decided_at(self, decision: Decision) -> datetime | None:
        # A clock that is ahead says nothing useful. The receipt has the server's time.
        if decision.decided_at is None or decision.decided_at > self.app.now() + CLOCK_TOLERANCE:
            return None
        return decision.decided_at

    def _former(
        self, domain_id: UUID, decision: Decision, context: RecordingContext
    ) -> FormerReceipt | None:
        """Return the former receipt that the decision proves; None if it proves none."""
        receipt_id, token = decision.former_receipt_id, decision.former_proof_token
        if receipt_id is None or token is None:
            return None
        # The decision is recorded even if the token is invalid or proves another receipt.
        if not verify_proof_token(self.app.keys, token, receipt_id):
            return None
        # Not from a replica, which may not have it yet.
        with self.app.database.session() as session:
            granted = receipts.get_granted_categories(
                session, context.workspace_id, domain_id, receipt_id
            )
        return FormerReceipt(receipt_id, granted) if granted is not None else None


def _refuse_if_held(
    decision: Decision, context: RecordingContext, former: FormerReceipt | None
) -> None:
    """Raise DomainOnHold if a held domain is asked for more than the former receipt grants."""
    # A signal only refuses. Below a shared hostname its page has the decision, but not its proof.
    if not context.held or decision.source == "gpc":
        return
    requested = {category for category in CATEGORIES if getattr(decision, category)}
    if not requested <= (former.granted if former is not None else frozenset()):
        raise DomainOnHold


def _rule_columns(effective: EffectiveRule | None) -> dict[str, Any]:
    if effective is None:
        return dict.fromkeys(("rule_id", "rule_version", "rule_model", "rule_exempt"))
    return {
        "rule_id": effective.rule.id,
        "rule_version": effective.rule.version,
        "rule_model": effective.model,
        "rule_exempt": ",".join(effective.exempt),
    }


def _wording_columns(wording: PublishedWording, values: dict[str, Any]) -> dict[str, Any]:
    if values["wording_digest"] is None:
        return {"title": None, "description": None, "policy_url": None}
    return {
        "title": wording.title,
        "description": wording.description,
        "policy_url": wording.policy_url,
    }
