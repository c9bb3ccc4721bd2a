"""Recording a decision: what a visitor's page reports becomes a receipt.

Outside of the request's transaction, on a connection of its own, answered only after the commit.
Time, wording and country are the server's own; of the page's word only the decision counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from consent_app.banners.service import script
from consent_app.domains.service import origin_belongs, regime_of
from consent_app.errors import NotFound, OriginNotAllowed
from consent_app.receipts import reading, writing
from consent_app.receipts.decision import Decision, Offer, check
from consent_app.receipts.visitor import Countries, Visitor, keep
from consent_app.runtime import Runtime
from consent_app.security.macs import proves


def record(
    runtime: Runtime,
    countries: Countries,
    domain_id: UUID,
    decision: Decision,
    visitor: Visitor,
    *,
    origin: str | None,
    idempotency_key: UUID | None,
) -> reading.ReceiptRow:
    """Record a decision durably and return its row.

    A repeat of ``idempotency_key`` within 24 hours returns the first receipt's. Raises NotFound,
    OriginNotAllowed, ValidationFailed.
    """
    now = runtime.now()
    with runtime.database.autocommit() as connection:
        target = writing.target(
            connection, domain_id, decision.banner_version, decision.banner_locale
        )
        if target is None:
            raise NotFound
        if not origin_belongs(origin, target.hostname):
            raise OriginNotAllowed
        if decision.source == "gpc" and target.content is None:
            raise NotFound
        offer = _offer(target)
        check(decision, offer, target.gpc_refuses)
        assert offer is not None
        values = _values(runtime, countries, domain_id, decision, visitor, target, offer, now)
        if writing.insert(connection, values, idempotency_key, now):
            return {**values, **_wording(target, values), "live_domain_id": domain_id}
        assert idempotency_key is not None
        first = writing.first_receipt_id(
            connection, target.workspace_id, domain_id, idempotency_key
        )
    with runtime.database.session(read_only=True) as session:
        kept = reading.by_id(session, first) if first is not None else None
    if kept is None:
        raise NotFound
    return kept


def _offer(target: Row[Any]) -> Offer | None:
    if target.content is None:
        return None
    return Offer(
        categories=tuple(target.content["categories"]),
        digests=target.digests,
        controller=target.content["controller"],
    )


def _values(
    runtime: Runtime,
    countries: Countries,
    domain_id: UUID,
    decision: Decision,
    visitor: Visitor,
    target: Row[Any],
    offer: Offer,
    now: datetime,
) -> dict[str, Any]:
    kept = keep(visitor, target.visitor_data, target.visitor_salt)
    by_banner = decision.source == "banner"
    return {
        "workspace_id": target.workspace_id,
        "id": runtime.new_id(),
        "domain_id": domain_id,
        "hostname": target.hostname,
        "action": decision.action,
        "source": decision.source,
        "analytics": decision.analytics,
        "marketing": decision.marketing,
        "preferences": decision.preferences,
        "country": countries.country(visitor),
        "ip_hash": kept.ip_hash,
        "user_agent": kept.user_agent,
        "device": kept.device,
        "banner_version": decision.banner_version,
        "banner_locale": decision.banner_locale,
        "wording_digest": offer.digests[decision.banner_locale or ""] if by_banner else None,
        "regime": decision.regime or regime_of(target.region),
        "region": target.region,
        "categories": ",".join(offer.categories),
        "gpc_signal": visitor.gpc_signal,
        "surface": decision.surface,
        "script_digest": script().digest,
        "controller": offer.controller,
        "renew_after_months": target.renew_after_months,
        "former_receipt_id": _former(runtime, decision),
        "decided_at": decision.decided_at,
    }


def _former(runtime: Runtime, decision: Decision) -> UUID | None:
    # A token that proves nothing links nothing, and costs the visitor no decision.
    if decision.former_receipt_id is None or decision.former_proof_token is None:
        return None
    proved = proves(runtime.keys, decision.former_proof_token, decision.former_receipt_id)
    return decision.former_receipt_id if proved else None


def _wording(target: Row[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    if values["wording_digest"] is None:
        return {"title": None, "description": None, "policy_url": None}
    return {
        "title": target.title,
        "description": target.description,
        "policy_url": target.policy_url,
    }
