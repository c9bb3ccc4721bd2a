"""Receipts of a list, on the shortest way from the database to JSON.

What a list costs is the making of Python objects, so of each row only what is shown is read, and
ids come as text and stay text: a UUID object for each costs more than the database's own work.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, String, Uuid, cast

from consent_app.api.json import timestamp
from consent_app.receipts.models import consent_receipts

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SHOWN = (
    "hostname",
    "action",
    "source",
    "analytics",
    "marketing",
    "preferences",
    "country",
    "banner_version",
    "banner_locale",
    "device",
    "ip_hash",
    "user_agent",
)


def listed_columns(
    live_domain_id: ColumnElement[Any],
    policy_url: ColumnElement[Any],
    title: ColumnElement[Any],
    description: ColumnElement[Any],
) -> list[ColumnElement[Any]]:
    """Return what a statement selects for ``present_listed``, which depends on this order."""
    receipt = consent_receipts.c
    return [
        _as_text(receipt.id),
        _as_text(live_domain_id),
        policy_url,
        title,
        description,
        *(receipt[name] for name in _SHOWN),
    ]


def present_listed(row: Sequence[Any], first_valid: str) -> dict[str, Any]:
    """Return the interface's ConsentReceipt; ``first_valid`` is ``window.first_valid_id`` as text.

    Ids in their canonical text sort as the ids themselves.
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
    receipt_id = id_text(raw_id)
    milliseconds = int(receipt_id[:8] + receipt_id[9:13], 16)
    return {
        "id": receipt_id,
        "domainId": id_text(raw_domain_id) if raw_domain_id is not None else None,
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


def id_text(raw: str) -> str:
    """Return an id as the database gave it in its canonical text: SQLite keeps no hyphens."""
    if len(raw) == 36:
        return raw
    return f"{raw[:8]}-{raw[8:12]}-{raw[12:16]}-{raw[16:20]}-{raw[20:]}"


def _as_text(column: ColumnElement[Any]) -> ColumnElement[Any]:
    assert isinstance(column.type, Uuid)
    return cast(column, String)
