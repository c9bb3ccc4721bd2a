"""The details of audit events as JSON."""

from __future__ import annotations

from typing import Any

_FORMER_ARROW = " → "
_FORMER_COLUMNS = {
    "count_impressions": "countImpressions",
    "gpc_refuses": "gpcRefuses",
    "group_id": "groupId",
    "install_method": "installMethod",
    "region": "region",
    "reload_on_withdrawal": "reloadOnWithdrawal",
    "renew_after_months": "renewAfterMonths",
    "share_subdomains": "shareSubdomains",
    "verify_method": "verifyMethod",
}


def changes(detail: Any) -> list[dict[str, str | None]]:
    """Return an event's ``detail`` as a list of the document's AuditDetail."""
    if isinstance(detail, dict):
        return _former_changes(detail)
    changes_list: list[dict[str, str | None]] = detail
    return changes_list


def _former_changes(detail: dict[str, str]) -> list[dict[str, str | None]]:
    """Return a detail of release 0.1 as this release has it.

    It has one value for each name, but of a domain's columns ``FORMER → NEW``, and of other changes
    two names, ``NAME.from`` and ``NAME.to``; of a member's role, ``from`` and ``to``.
    """
    rows: dict[str, dict[str, str | None]] = {}
    for name, value in detail.items():
        stem, _, end = name.rpartition(".")
        if end in ("from", "to"):
            row = _row(rows, stem or "role")
            row["before" if end == "from" else "after"] = value
        elif name in _FORMER_COLUMNS and _FORMER_ARROW in value:
            before, _, after = value.partition(_FORMER_ARROW)
            _row(rows, _FORMER_COLUMNS[name]).update(before=_value(before), after=_value(after))
        else:
            _row(rows, name)["after"] = value
    return list(rows.values())


def _row(rows: dict[str, dict[str, str | None]], name: str) -> dict[str, str | None]:
    return rows.setdefault(name, {"name": name, "before": None, "after": None})


def _value(text: str) -> str | None:
    return None if text == "none" else text
