"""The details of audit events as JSON."""

from __future__ import annotations

from typing import Any


def changes(detail: Any) -> list[dict[str, str | None]]:
    """Return the AuditDetail members of the document, of an event's ``detail``."""
    if isinstance(detail, dict):
        # Rows of release 0.1 keep one value a name.
        return [{"name": name, "before": None, "after": value} for name, value in detail.items()]
    changes_list: list[dict[str, str | None]] = detail
    return changes_list
