"""Manifests: the contents of an export, stored until a day after the export began."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.ids import lowest_id
from consent_app.errors import NotFound
from consent_app.events.event import Change
from consent_app.exports import queries
from consent_app.exports.events import ReceiptsExported
from consent_app.exports.queries import Manifest

MANIFEST_RETENTION = timedelta(days=1)


def store_manifest(ctx: Context, manifest: Manifest) -> None:
    """Store the manifest and announce the export, in a separate transaction."""
    extent = _extent(ctx, manifest.format, manifest.rows)
    changes = (*extent, Change("sha256", None, manifest.sha256))
    with ctx.transaction() as writing:
        queries.insert_manifest(writing.session, manifest)
        writing.emit(ReceiptsExported(subject_id=manifest.id, changes=changes))


def record_interruption(ctx: Context, export_id: UUID, format_: str, rows: int) -> None:
    """Announce an export that was interrupted after ``rows`` receipts, in another transaction."""
    changes = (*_extent(ctx, format_, rows), Change("completed", None, "false"))
    with ctx.transaction() as writing:
        writing.emit(ReceiptsExported(subject_id=export_id, changes=changes))


def _extent(ctx: Context, format_: str, rows: int) -> tuple[Change, ...]:
    extent = (Change("format", None, format_), Change("rows", None, str(rows)))
    key_id = ctx.actor.api_key_id
    return extent if key_id is None else (*extent, Change("apiKeyId", None, str(key_id)))


def get_manifest(ctx: Context, manifest_id: UUID) -> Manifest:
    """Return a manifest of the caller's workspace. Raises NotFound, also after a day."""
    oldest = lowest_id(ctx.now() - MANIFEST_RETENTION)
    manifest = None
    if manifest_id >= oldest:
        manifest = queries.get_manifest(ctx.session, ctx.workspace_id, manifest_id)
    if manifest is None:
        raise NotFound
    return manifest


def delete_old_manifests(app: Application) -> None:
    """Delete the manifests that are older than a day."""
    with app.database.transaction() as session:
        queries.delete_manifests(session, lowest_id(app.now() - MANIFEST_RETENTION))
