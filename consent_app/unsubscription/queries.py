"""Queries over the suppression list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import delete, exists, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.db.constraints import violates
from consent_app.db.session import affected_rows
from consent_app.db.upserts import upsert
from consent_app.unsubscription.models import Suppression

_SUPPRESSION = [column.name for column in Suppression.__table__.columns]


def add_suppression(session: Session, row: Suppression) -> bool:
    """Add a row; False if its address is already on the list. Of many callers one gets True."""
    values = {name: getattr(row, name) for name in _SUPPRESSION}
    statement = (
        upsert(session, Suppression)
        .values(**values)
        .on_conflict_do_nothing(index_elements=["address_hash"])
        .returning(Suppression.id)
    )
    return session.execute(statement).one_or_none() is not None


def is_suppressed(session: Session, hashes: Iterable[bytes]) -> bool:
    """Return whether a row has one of these hashes."""
    on_list = exists().where(Suppression.address_hash.in_(tuple(hashes)))
    return bool(session.scalar(select(on_list)))


def delete_suppression(session: Session, hashes: Iterable[bytes]) -> bool:
    """Delete the rows that have one of these hashes. Return whether there were any."""
    statement = (
        delete(Suppression)
        .where(Suppression.address_hash.in_(tuple(hashes)))
        .execution_options(synchronize_session=False)
    )
    return affected_rows(session, statement) > 0


def get_suppressions_of_other_keys(session: Session, key_id: str) -> list[UUID]:
    """Return the ids of the suppressions that are hashed under another key."""
    return list(session.scalars(select(Suppression.id).where(Suppression.key_id != key_id)))


def get_sealed_addresses(session: Session, ids: Iterable[UUID]) -> list[tuple[UUID, str]]:
    """Return ids and encrypted addresses of suppressions."""
    rows = session.execute(
        select(Suppression.id, Suppression.address_sealed).where(Suppression.id.in_(list(ids)))
    )
    return [(row[0], row[1]) for row in rows]


def replace_suppression(session: Session, row_id: UUID, values: Mapping[str, Any]) -> None:
    """Store a suppression's values of another key.

    Delete the suppression if that key already has its address.
    """
    is_row = Suppression.id == row_id
    try:
        with session.begin_nested():
            session.execute(update(Suppression).where(is_row).values(**values))
    except IntegrityError as error:
        if not violates(
            error, "uq_mail_suppressions_address_hash", "mail_suppressions.address_hash"
        ):
            raise
        # A server with the primary key put the same address on the list in the meantime.
        session.execute(delete(Suppression).where(is_row))
