"""Receipts as JSON (``docs/decisions.md`` §8): in lists, for their visitors, and as proof.

What a list costs is the making of Python objects, so of each row only what is shown is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from consent_app.api.json import timestamp
from consent_app.db.ids import id_time
from consent_app.receipts.queries import ReceiptRow

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def visitor_receipt(row: ReceiptRow, first_valid: UUID) -> dict[str, Any]:
    """Return the receipt as its visitor sees it. ``first_valid`` is ``queries.first_valid_id``."""
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


def recorded_receipt(row: ReceiptRow, proof_token: str) -> dict[str, Any]:
    """Return a receipt that was just recorded, with its proof token."""
    # Made now, or at most a day ago: it is valid.
    return {**visitor_receipt(row, row["id"]), "proofToken": proof_token}


def consent_proof(row: ReceiptRow, first_valid: UUID) -> dict[str, Any]:
    """Return the receipt with everything that is kept beside it."""
    former = row["former_receipt_id"]
    decided_at = row["decided_at"]
    return {
        "receipt": visitor_receipt(row, first_valid),
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


def consent_receipt(row: Sequence[Any], first_valid: str) -> dict[str, Any]:
    """Return the ConsentReceipt of the document, of a row of ``queries.get_page``.

    ``first_valid`` is ``queries.first_valid_id`` as text: ids sort as their canonical texts.
    """
    (
        raw_id,
        raw_domain_id,
        policy_url,
        title,
        description,
        hostname,
        action,
        source,
        analytics,
        marketing,
        preferences,
        country,
        banner_version,
        banner_locale,
        device,
        ip_hash,
        user_agent,
    ) = row
    receipt_id = _id_text(raw_id)
    milliseconds = int(receipt_id[:8] + receipt_id[9:13], 16)
    return {
        "id": receipt_id,
        "domainId": _id_text(raw_domain_id) if raw_domain_id is not None else None,
        "hostname": hostname,
        "domainDeleted": raw_domain_id is None,
        "action": action,
        "source": source,
        "analytics": analytics,
        "marketing": marketing,
        "preferences": preferences,
        "country": country,
        "createdAt": timestamp(_EPOCH + timedelta(milliseconds=milliseconds)),
        "status": "valid" if receipt_id >= first_valid else "expired",
        "bannerVersion": banner_version,
        "policyUrl": policy_url,
        "bannerTitle": title,
        "bannerDescription": description,
        "bannerLocale": banner_locale,
        "device": device,
        "ipHash": ip_hash,
        "userAgent": user_agent,
    }


def _id_text(raw: str) -> str:
    """Return an id as the database gave it in its canonical text: SQLite keeps no hyphens."""
    if len(raw) == 36:
        return raw
    return f"{raw[:8]}-{raw[8:12]}-{raw[12:16]}-{raw[16:20]}-{raw[20:]}"
