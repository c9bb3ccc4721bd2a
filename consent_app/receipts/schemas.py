"""Receipts as JSON (``docs/decisions.md`` §8): in lists, for their visitors, and as proof.

Creating Python objects is the main cost of a list, so only the columns that are shown are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from consent_app.db.ids import id_time
from consent_app.jurisdictions.service import texts_shown
from consent_app.openapi.json import timestamp
from consent_app.receipts.queries import PROOF_COLUMNS, ReceiptRow
from consent_app.text import camel_case, stored_list

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PROOF_MEMBERS = tuple(map(camel_case, PROOF_COLUMNS))
_PROOF_VALUES: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("categories", stored_list),
    ("formerReceiptId", str),
    ("decidedAt", timestamp),
    ("ruleExempt", stored_list),
)
"""The details that JSON has in another form than the database."""


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
    # Recorded now, or at most a day ago, so it is valid.
    return {**visitor_receipt(row, row["id"]), "proofToken": proof_token}


def consent_proof(row: ReceiptRow, first_valid: UUID) -> dict[str, Any]:
    """Return the receipt as its visitor sees it, with all its details."""
    receipt = visitor_receipt(row, first_valid)
    return {"receipt": receipt, **_proof_of(row), "ruleTexts": _rule_texts(row)}


def receipt_proof(row: ReceiptRow, first_valid: UUID) -> dict[str, Any]:
    """Return the ReceiptProof of the document, for a row of ``get_receipt`` with its wording."""
    receipt: dict[str, Any] = {}
    for name, value in visitor_receipt(row, first_valid).items():
        receipt[name] = value
        if name == "country":
            # The same order of members as in a list.
            receipt |= {"ipHash": row["ip_hash"], "userAgent": row["user_agent"]}
    texts = _rule_texts(row)
    return {"receipt": receipt, **_proof_of(row), "wording": row["shown"], "ruleTexts": texts}


def _proof_of(row: ReceiptRow) -> dict[str, Any]:
    return proof_members([row[name] for name in PROOF_COLUMNS])


def _rule_texts(row: ReceiptRow) -> dict[str, str] | None:
    return texts_shown(row["rule_id"], row["banner_locale"], regime=row["regime"])


def proof_members(values: Sequence[Any]) -> dict[str, Any]:
    """Return the details of a receipt; ``values`` are its ``queries.PROOF_COLUMNS``."""
    members = dict(zip(_PROOF_MEMBERS, values, strict=True))
    for name, as_json in _PROOF_VALUES:
        if members[name] is not None:
            members[name] = as_json(members[name])
    return members


def consent_receipt(row: Sequence[Any], first_valid: str) -> dict[str, Any]:
    """Return the ConsentReceipt of the document, for a row of ``queries.get_page``.

    ``first_valid`` is ``queries.first_valid_id`` as text: ids sort like their canonical texts.
    """
    raw_id, raw_domain_id, policy_url, title, description, hostname = row[:6]
    action, source, analytics, marketing, preferences, country = row[6:12]
    banner_version, banner_locale, device, ip_hash, user_agent = row[12:17]
    proof = row[17:]
    receipt_id = _id_text(raw_id)
    milliseconds = int(receipt_id[:8] + receipt_id[9:13], 16)
    receipt = {
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
        "ipHash": ip_hash,
        "userAgent": user_agent,
        "createdAt": timestamp(_EPOCH + timedelta(milliseconds=milliseconds)),
        "status": "valid" if receipt_id >= first_valid else "expired",
        "bannerVersion": banner_version,
        "policyUrl": policy_url,
        "bannerTitle": title,
        "bannerDescription": description,
        "bannerLocale": banner_locale,
        "device": device,
    }
    return receipt | proof_members(proof) if proof else receipt


def _id_text(raw: str) -> str:
    """Return an id from the database as canonical text. SQLite stores it without hyphens."""
    if len(raw) == 36:
        return raw
    return f"{raw[:8]}-{raw[8:12]}-{raw[12:16]}-{raw[16:20]}-{raw[20:]}"
