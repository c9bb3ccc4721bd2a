"""Queries that delete receipts and idempotency keys, and find which."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import IDEMPOTENCY_LIFETIME

PAGE_IDS = 5000
BATCH_KEYS = 5000
"""How many idempotency keys are deleted in a transaction."""
MAX_IDS = 500
"""How many ids stand in one statement."""

_receipt = consent_receipts.c
_key = consent_idempotency.c


def has_receipts(session: Session, workspace_id: UUID, before: UUID) -> bool:
    """Whether the workspace has receipts with lower ids than ``before``."""
    return session.scalar(_ids_before(workspace_id, before).limit(1)) is not None


def delete_receipts(session: Session, workspace_id: UUID, before: UUID, limit: int) -> int:
    """Delete up to ``limit`` receipts with lower ids than ``before``; return how many."""
    # By a range, so that PostgreSQL looks into no partition but those that have them.
    last = session.scalar(_ids_before(workspace_id, before).offset(limit - 1).limit(1))
    due = _receipt.id < before if last is None else _receipt.id <= last
    result: Any = session.execute(
        delete(consent_receipts).where(_receipt.workspace_id == workspace_id, due)
    )
    return int(result.rowcount)


def delete_keys_of(session: Session, workspace_id: UUID) -> None:
    """Delete a workspace's idempotency keys, which are of a day at most."""
    session.execute(delete(consent_idempotency).where(_key.workspace_id == workspace_id))


def delete_old_keys(engine: Engine, now: datetime) -> bool:
    """Delete some of the keys that are older than 24 hours; return whether there may be more."""
    oldest = lowest_id(now - IDEMPOTENCY_LIFETIME)
    due = select(_key.receipt_id).where(_key.receipt_id < oldest).order_by(_key.receipt_id)
    with engine.execution_options(read_only=True).connect() as connection:
        last = connection.scalar(due.offset(BATCH_KEYS - 1).limit(1))
        if last is None and connection.scalar(due.limit(1)) is None:
            return False
    with engine.begin() as connection:
        condition = _key.receipt_id < oldest if last is None else _key.receipt_id <= last
        connection.execute(delete(consent_idempotency).where(condition))
    return last is not None


def get_id_pages(session: Session, workspace_id: UUID) -> Iterator[list[UUID]]:
    """Give the ids of the workspace's receipts, newest first, page by page."""
    statement = select(_receipt.id).where(_receipt.workspace_id == workspace_id)
    statement = statement.order_by(_receipt.id.desc()).limit(PAGE_IDS)
    ids = list(session.scalars(statement))
    while ids:
        yield ids
        if len(ids) < PAGE_IDS:
            return
        ids = list(session.scalars(statement.where(_receipt.id < ids[-1])))


def get_neighbours(
    session: Session, workspace_id: UUID, ids: Collection[UUID]
) -> tuple[set[UUID], set[str], set[UUID]]:
    """Return what receipts link to: ids there are, hashes of addresses, and linked ids.

    Linked are former receipts and those that name one of ``ids`` as theirs.
    """
    existing: set[UUID] = set()
    hashes: set[str] = set()
    linked: set[UUID] = set()
    columns = select(_receipt.id, _receipt.former_receipt_id, _receipt.ip_hash)
    columns = columns.where(_receipt.workspace_id == workspace_id)
    for part in _in_parts(ids):
        for id_, former_id, ip_hash in session.execute(columns.where(_receipt.id.in_(part))):
            existing.add(id_)
            linked |= {former_id} - {None}
            hashes |= {ip_hash} - {None}
        later = columns.where(_receipt.former_receipt_id.in_(part))
        linked |= {row[0] for row in session.execute(later)}
    return existing, hashes, linked


def get_ids_of_hashes(
    session: Session, workspace_id: UUID, hashes: Collection[str], except_ids: Collection[UUID]
) -> set[UUID]:
    """Return the ids of other receipts with one of these hashes of addresses."""
    statement = _of_hashes(workspace_id, hashes, except_ids)
    return set(session.scalars(statement.with_only_columns(_receipt.id)))


def count_of_hashes(
    session: Session, workspace_id: UUID, hashes: Collection[str], except_ids: Collection[UUID]
) -> int:
    """Return how many other receipts there are with one of these hashes of addresses."""
    statement = _of_hashes(workspace_id, hashes, except_ids)
    return session.scalar(statement.with_only_columns(func.count())) or 0


def delete_by_ids(session: Session, workspace_id: UUID, ids: Collection[UUID]) -> int:
    """Delete receipts and their idempotency keys; return how many receipts."""
    count = 0
    for part in _in_parts(ids):
        session.execute(
            delete(consent_idempotency).where(
                _key.workspace_id == workspace_id, _key.receipt_id.in_(part)
            )
        )
        result: Any = session.execute(
            delete(consent_receipts).where(
                _receipt.workspace_id == workspace_id, _receipt.id.in_(part)
            )
        )
        count += result.rowcount
    return count


def _ids_before(workspace_id: UUID, before: UUID) -> Any:
    return (
        select(_receipt.id)
        .where(_receipt.workspace_id == workspace_id, _receipt.id < before)
        .order_by(_receipt.id)
    )


def _of_hashes(workspace_id: UUID, hashes: Collection[str], except_ids: Collection[UUID]) -> Any:
    return (
        select(_receipt.id)
        .select_from(consent_receipts)
        .where(
            _receipt.workspace_id == workspace_id,
            _receipt.ip_hash.in_(sorted(hashes)),
            _receipt.id.not_in(sorted(except_ids)),
        )
    )


def _in_parts(ids: Collection[UUID]) -> Iterator[list[UUID]]:
    """Give the ids in one order, so that of two erasures neither waits for the other's rows."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), MAX_IDS):
        yield ordered[start : start + MAX_IDS]
