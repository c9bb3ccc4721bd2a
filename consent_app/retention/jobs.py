"""The periodic job of retention."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.retention.retention import apply_retention

RETENTION = "receipts.retention"
RETENTION_EVERY_SECONDS = 24 * 3600


def retention(app: Application, payload: dict[str, Any]) -> None:
    """Delete receipts past their workspace's retention."""
    apply_retention(app)
