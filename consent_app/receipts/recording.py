"""Recording a decision: what a visitor's page reports becomes a receipt.

Outside of the request's transaction, on a connection of its own, answered only after the commit.
Time, wording and country are the server's own; of the page's word only the decision counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from consent_app.application import Application
from consent_app.banner_script.service import script
from consent_app.compliance.service import get_regime
from consent_app.db.group_commit import GroupCommit, QueueFull
from consent_app.domains.service import origin_belongs
from consent_app.errors import NotFound, OriginNotAllowed, Unavailable
from consent_app.receipts import idempotency, reading
from consent_app.receipts.decision import Decision, Offer, check
from consent_app.receipts.targets import Target, Targets
from consent_app.receipts.visitor import Countries, Visitor, keep
from consent_app.receipts.writers import Entry, receipt_writer
from consent_app.security.macs import verify_proof_token


@dataclass(slots=True)
class Recorder:
    """Records the decisions of one process. Any number of threads may call it."""

    app: Application
    countries: Countries
    targets: Targets
    receipts: GroupCommit[Entry, bool]

    @classmethod
    def of(cls, app: Application) -> Recorder:
        """Make the recorder of a process. Opens no connection yet."""
        return cls(
            app,
            Countries(app.settings.geoip_database),
            Targets(app),
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
    ) -> reading.ReceiptRow:
        """Record a decision durably and return its row.

        A repeat of ``idempotency_key`` within 24 hours returns the first receipt's. Raises
        NotFound, OriginNotAllowed, ValidationFailed; Unavailable where too many wait.
        """
        target = self.targets.find(domain_id, decision.banner_version, decision.banner_locale)
        if target is None:
            raise NotFound
        if not origin_belongs(origin, target.hostname):
            raise OriginNotAllowed
        if decision.source == "gpc" and target.offer is None:
            raise NotFound
        offer = check(decision, target.offer, target.gpc_refuses)
        now = self.app.now()
        values = self._values(domain_id, decision, visitor, target, offer)
        try:
            inserted = self.receipts.write(Entry.of(values, idempotency_key, now))
        except QueueFull:
            raise Unavailable from None
        if inserted:
            return {**values, **_wording(offer, values), "live_domain_id": domain_id}
        return self._first(target.workspace_id, domain_id, idempotency_key)

    def _first(self, workspace_id: UUID, domain_id: UUID, key: UUID | None) -> reading.ReceiptRow:
        with self.app.database.session(read_only=True) as session:
            first = (
                idempotency.first_receipt_id(session, workspace_id, domain_id, key) if key else None
            )
            kept = reading.by_id(session, first) if first is not None else None
        if kept is None:
            raise NotFound
        return kept

    def _values(
        self,
        domain_id: UUID,
        decision: Decision,
        visitor: Visitor,
        target: Target,
        offer: Offer,
    ) -> dict[str, Any]:
        kept = keep(visitor, target.visitor_data, target.visitor_salt)
        return {
            "workspace_id": target.workspace_id,
            "id": self.app.new_id(),
            "domain_id": domain_id,
            "hostname": target.hostname,
            "action": decision.action,
            "source": decision.source,
            "analytics": decision.analytics,
            "marketing": decision.marketing,
            "preferences": decision.preferences,
            "country": self.countries.country(visitor),
            "ip_hash": kept.ip_hash,
            "user_agent": kept.user_agent,
            "device": kept.device,
            "banner_version": decision.banner_version,
            "banner_locale": decision.banner_locale,
            "wording_digest": offer.digest if decision.source == "banner" else None,
            "regime": decision.regime or get_regime(target.region),
            "region": target.region,
            "categories": ",".join(offer.categories),
            "gpc_signal": visitor.gpc_signal,
            "surface": decision.surface,
            "script_digest": script().digest,
            "controller": offer.controller,
            "renew_after_months": target.renew_after_months,
            "former_receipt_id": self._former(decision),
            "decided_at": decision.decided_at,
        }

    def _former(self, decision: Decision) -> UUID | None:
        # A token that verify_proof_token nothing links nothing, and costs the visitor no decision.
        if decision.former_receipt_id is None or decision.former_proof_token is None:
            return None
        proved = verify_proof_token(
            self.app.keys, decision.former_proof_token, decision.former_receipt_id
        )
        return decision.former_receipt_id if proved else None


def _wording(offer: Offer, values: dict[str, Any]) -> dict[str, Any]:
    if values["wording_digest"] is None:
        return {"title": None, "description": None, "policy_url": None}
    return {
        "title": offer.title,
        "description": offer.description,
        "policy_url": offer.policy_url,
    }
