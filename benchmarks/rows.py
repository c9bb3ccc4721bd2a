"""The row of a receipt for inserting with a bare driver."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.db.ids import new_id
from consent_app.receipts.models import consent_receipts

_WORKSPACE, _DOMAIN = UUID(int=1), UUID(int=2)
_ROW: dict[str, Any] = {
    "workspace_id": _WORKSPACE,
    "id": None,
    "domain_id": _DOMAIN,
    "hostname": "www.example.com",
    "action": "accept_all",
    "source": "banner",
    "analytics": True,
    "marketing": True,
    "preferences": True,
    "country": None,
    "ip_hash": "a" * 32,
    "user_agent": "Firefox 140 on Linux",
    "device": "desktop",
    "banner_version": 1,
    "banner_locale": "en",
    "wording_digest": "b" * 64,
    "regime": "opt_in",
    "region": None,
    "categories": "analytics,marketing,preferences",
    "gpc_signal": False,
    "surface": "first_layer",
    "script_digest": "c" * 64,
    "controller": "Works",
    "renew_after_months": 12,
    "former_receipt_id": None,
    "decided_at": None,
    "rule_id": "eu",
    "rule_version": 1,
    "limit_sensitive": None,
    "rule_model": "opt_in",
    "rule_exempt": "",
}
_NAMES = [str(column.name) for column in consent_receipts.columns]
_INTO = f"INSERT INTO consent_receipts ({', '.join(_NAMES)}) VALUES"
INSERT = f"{_INTO} ({', '.join(['%s'] * len(_NAMES))})"
INSERT_SQLITE = f"{_INTO} ({', '.join('?' * len(_NAMES))})"


def row_values(*, text: bool = False, native: bool = False) -> list[Any]:
    """Return the values of a new row. Ids are text for SQLite (``text``) or UUIDs (``native``)."""
    row = {**_ROW, "id": new_id()}
    if native:
        return [row[name] for name in _NAMES]
    return [
        (value.hex if text else str(value)) if isinstance(value, UUID) else value
        for value in (row[name] for name in _NAMES)
    ]
