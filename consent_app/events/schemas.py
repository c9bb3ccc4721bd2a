"""The details of audit events as JSON."""

from __future__ import annotations

from typing import Any


def changes(detail: Any) -> list[dict[str, str | None]]:
    """Return an event's ``detail`` as a list of the document's AuditDetail."""
    if isinstance(detail, dict):
        # Rows of release 0.1 have one value for each name.
        return [{"name": name, "before": None, "after": value} for name, value in detail.items()]
    changes_list: list[dict[str, str | None]] = detail
    return changes_list
