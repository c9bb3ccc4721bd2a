"""The periodic job of exports."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.exports import manifests

DELETE_MANIFESTS = "exports.delete_manifests"
DELETE_MANIFESTS_EVERY_SECONDS = 3600


def delete_manifests(app: Application, payload: dict[str, Any]) -> None:
    """Delete the manifests that are older than 24 hours."""
    manifests.delete_old_manifests(app)
