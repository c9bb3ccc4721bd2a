"""Receipts as the interface shows them (``docs/decisions.md`` §8)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.json import timestamp
from consent_app.db.ids import id_time
from consent_app.receipts.reading import ReceiptRow


def present_for_visitor(row: ReceiptRow, first_valid: UUID) -> dict[str, Any]:
    """Return the receipt as its visitor sees it. ``first_valid`` is ``window.first_valid_id``."""
    live = row["live_domain_id"]
    receipt_id = row["id"]
    return {
        "id": str(receipt_id),
        "domainId": str(live) if live is not None else None,
        "hostname": row["hostname"],
        "domainDeleted": live is None,
        "action": row["action"],
        "source": row["source"],
        "analytics": row["analytics"],
        "marketing": row["marketing"],
        "preferences": row["preferences"],
        "country": row["country"],
        "createdAt": timestamp(id_time(receipt_id)),
        "status": "valid" if receipt_id >= first_valid else "expired",
        "bannerVersion": row["banner_version"],
        "policyUrl": row["policy_url"],
        "bannerTitle": row["title"],
        "bannerDescription": row["description"],
        "bannerLocale": row["banner_locale"],
        "device": row["device"],
    }


def present_proof(row: ReceiptRow, first_valid: UUID) -> dict[str, Any]:
    """Return the receipt with everything that is kept beside it."""
    former = row["former_receipt_id"]
    decided_at = row["decided_at"]
    return {
        "receipt": present_for_visitor(row, first_valid),
        "regime": row["regime"],
        "region": row["region"],
        "categories": row["categories"].split(",") if row["categories"] else [],
        "gpcSignal": row["gpc_signal"],
        "surface": row["surface"],
        "scriptDigest": row["script_digest"],
        "wordingDigest": row["wording_digest"],
        "controller": row["controller"],
        "renewAfterMonths": row["renew_after_months"],
        "formerReceiptId": str(former) if former is not None else None,
        "decidedAt": timestamp(decided_at) if decided_at is not None else None,
    }
