"""Queries over windows of attempts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from consent_app.db.upserts import upsert
from consent_app.sign_in.models import AttemptWindow


def lock_window(session: Session, kind: str, holder_hash: bytes, now: datetime) -> AttemptWindow:
    """Return a window, locked to the end of the transaction. It is created if it is missing."""
    session.execute(
        upsert(session, AttemptWindow)
        .values(kind=kind, holder_hash=holder_hash, instants=[], updated_at=now)
        # Locks an existing one, so that it is not deleted as too old before it is read.
        .on_conflict_do_update(
            index_elements=[AttemptWindow.kind, AttemptWindow.holder_hash], set_={"updated_at": now}
        )
    )
    return session.scalars(
        select(AttemptWindow)
        .where(AttemptWindow.kind == kind, AttemptWindow.holder_hash == holder_hash)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()


def lock_existing_window(session: Session, kind: str, holder_hash: bytes) -> AttemptWindow | None:
    """Return a window, locked to the end of the transaction, or None."""
    return session.scalars(
        select(AttemptWindow)
        .where(AttemptWindow.kind == kind, AttemptWindow.holder_hash == holder_hash)
        .with_for_update()
    ).one_or_none()


def set_instants(session: Session, kind: str, holder_hash: bytes, instants: list[int]) -> None:
    """Replace the failures of a window."""
    session.execute(
        update(AttemptWindow)
        .where(AttemptWindow.kind == kind, AttemptWindow.holder_hash == holder_hash)
        .values(instants=instants)
        .execution_options(synchronize_session=False)
    )


def delete_windows(session: Session, before: datetime) -> None:
    """Delete the windows that have not changed since an instant."""
    session.execute(delete(AttemptWindow).where(AttemptWindow.updated_at < before))
