"""What is known of an export once its last byte was made, kept for a day."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import ActorKind, Event, record
from consent_app.db.ids import lowest_id
from consent_app.errors import NotFound
from consent_app.receipts.models import export_manifests

KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Manifest:
    """An export's rows, its first and last id (None where it has no row), the SHA-256 of its body
    before any ``Content-Encoding`` in hex, and that body's size in bytes."""

    id: UUID
    workspace_id: UUID
    format: str
    rows: int
    first_id: UUID | None
    last_id: UUID | None
    sha256: str
    size: int
    completed_at: datetime


@dataclass(frozen=True, slots=True)
class Actor:
    """Who exports: ``kind`` as in the audit log, and the user's id where it is one."""

    kind: ActorKind
    user_id: UUID | None = None


def keep_manifest(app: Application, manifest: Manifest, actor: Actor) -> None:
    """Keep the manifest, and tell the audit log of the export."""
    with app.database.transaction() as session:
        session.execute(insert(export_manifests).values(asdict(manifest)))
        event = Event(
            "receipts.exported",
            actor.user_id,
            workspace_id=manifest.workspace_id,
            subject_id=manifest.id,
            actor_kind=actor.kind,
            detail={"format": manifest.format, "rows": str(manifest.rows)},
        )
        record(session, app, None, event)


def find_manifest(session: Session, app: Application, workspace_id: UUID, id_: UUID) -> Manifest:
    """Return a manifest of the workspace. Raises NotFound, also past its day."""
    table = export_manifests.c
    oldest = lowest_id(app.now() - KEPT)
    row: Row[tuple[object, ...]] | None = session.execute(
        select(export_manifests).where(
            table.workspace_id == workspace_id, table.id == id_, table.id >= oldest
        )
    ).one_or_none()
    if row is None:
        raise NotFound
    return Manifest(**row._mapping)


def forget_manifests(session: Session, now: datetime) -> None:
    """Delete the manifests that are older than a day."""
    session.execute(delete(export_manifests).where(export_manifests.c.id < lowest_id(now - KEPT)))
