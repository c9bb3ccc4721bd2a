"""Manifests of exports as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.exports.queries import Manifest
from consent_app.openapi.json import timestamp


def export_manifest(manifest: Manifest) -> dict[str, Any]:
    """Return the ExportManifest of the document."""
    return {
        "id": str(manifest.id),
        "format": manifest.format,
        "rows": manifest.rows,
        "firstId": str(manifest.first_id) if manifest.first_id else None,
        "lastId": str(manifest.last_id) if manifest.last_id else None,
        "sha256": manifest.sha256,
        "size": manifest.size,
        "completedAt": timestamp(manifest.completed_at),
    }
