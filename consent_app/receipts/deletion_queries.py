"""Queries that find and delete receipts and idempotency keys."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Uuid, delete, func, literal, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.db.session import affected_rows
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import IDEMPOTENCY_LIFETIME

PAGE_IDS = 5000
BATCH_KEYS = 5000
"""The number of idempotency keys that one transaction deletes."""
MAX_IDS = 500
"""The number of ids or hashes in one statement."""

Value = TypeVar("Value", UUID, str)

_receipt = consent_receipts.c
_key = consent_idempotency.c


def has_receipts(session: Session, workspace_id: UUID, before: UUID, since: UUID | None) -> bool:
    """Return whether the workspace has receipts with lower ids than ``before``, not lower than
    ``since``."""
    return session.scalar(_ids(workspace_id, before, since).limit(1)) is not None


def delete_receipts(
    session: Session, workspace_id: UUID, before: UUID, limit: int, since: UUID | None = None
) -> int:
    """Delete up to ``limit`` receipts with lower ids than ``before``, not lower than ``since``.

    Returns how many.
    """
    # By a range, so that PostgreSQL reads only the partitions that have them.
    last = session.scalar(_ids(workspace_id, before, since).offset(limit - 1).limit(1))
    is_due = [_receipt.id < before if last is None else _receipt.id <= last]
    if since is not None:
        is_due.append(_receipt.id >= since)
    return affected_rows(
        session, delete(consent_receipts).where(_receipt.workspace_id == workspace_id, *is_due)
    )


def delete_keys_of(session: Session, workspace_id: UUID) -> None:
    """Delete a workspace's idempotency keys, which are at most a day old."""
    session.execute(delete(consent_idempotency).where(_key.workspace_id == workspace_id))


def delete_old_keys(engine: Engine, now: datetime) -> bool:
    """Delete some of the keys that are older than 24 hours. Return whether there may be more."""
    oldest = lowest_id(now - IDEMPOTENCY_LIFETIME)
    due_ids = select(_key.receipt_id).where(_key.receipt_id < oldest).order_by(_key.receipt_id)
    with engine.execution_options(read_only=True).connect() as connection:
        last = connection.scalar(due_ids.offset(BATCH_KEYS - 1).limit(1))
        if last is None and connection.scalar(due_ids.limit(1)) is None:
            return False
    with engine.begin() as connection:
        condition = _key.receipt_id < oldest if last is None else _key.receipt_id <= last
        connection.execute(delete(consent_idempotency).where(condition))
    return last is not None


def get_id_pages(session: Session, workspace_id: UUID) -> Iterator[list[UUID]]:
    """Yield the ids of the workspace's receipts, newest first, page by page."""
    statement = select(_receipt.id).where(_receipt.workspace_id == workspace_id)
    statement = statement.order_by(_receipt.id.desc()).limit(PAGE_IDS)
    ids = list(session.scalars(statement))
    while ids:
        yield ids
        if len(ids) < PAGE_IDS:
            return
        ids = list(session.scalars(statement.where(_receipt.id < ids[-1])))


def get_linked(session: Session, workspace_id: UUID, receipt_id: UUID) -> dict[UUID, str | None]:
    """Return the receipts that a receipt is linked to, including itself, each with its hash.

    Linked receipts are the former ones that it names, the ones that those name, and all that name
    one of these. One statement finds any number of ids. A deleted receipt still links those that
    named it.
    """
    # Read by their ids, not by a join: PostgreSQL takes a recursion for thousands of rows, so it
    # would read all receipts.
    return {
        row.id: row.ip_hash
        for batch in _in_batches(list(session.scalars(_linked_ids(workspace_id, receipt_id))))
        for row in session.execute(
            select(_receipt.id, _receipt.ip_hash).where(
                _receipt.workspace_id == workspace_id, _receipt.id.in_(batch)
            )
        )
    }


def _linked_ids(workspace_id: UUID, receipt_id: UUID) -> Any:
    """Return the statement for the ids of all linked receipts, including those of deleted ones."""
    later = consent_receipts.alias("later")
    start = select(literal(receipt_id, Uuid).label("id")).cte("former", recursive=True)
    former = start.union(
        select(_receipt.former_receipt_id)
        .join(start, _receipt.id == start.c.id)
        .where(_receipt.workspace_id == workspace_id, _receipt.former_receipt_id.is_not(None))
    )
    first = select(former.c.id).cte("linked", recursive=True)
    linked = first.union(
        select(later.c.id)
        .join(first, later.c.former_receipt_id == first.c.id)
        .where(later.c.workspace_id == workspace_id)
    )
    return select(linked.c.id)


def get_ids_of_hashes(
    session: Session, workspace_id: UUID, hashes: Collection[str]
) -> Iterator[UUID]:
    """Yield the ids of the receipts with one of these address hashes."""
    for batch in _in_batches(hashes):
        yield from session.scalars(_of_hashes(workspace_id, batch).with_only_columns(_receipt.id))


def count_of_hashes(session: Session, workspace_id: UUID, hashes: Collection[str]) -> int:
    """Return the number of receipts with one of these address hashes."""
    return sum(
        session.scalar(_of_hashes(workspace_id, batch).with_only_columns(func.count())) or 0
        for batch in _in_batches(hashes)
    )


def delete_by_ids(session: Session, workspace_id: UUID, ids: Collection[UUID]) -> int:
    """Delete receipts and their idempotency keys. Return the number of receipts."""
    count = 0
    for batch in _in_batches(ids):
        session.execute(
            delete(consent_idempotency).where(
                _key.workspace_id == workspace_id, _key.receipt_id.in_(batch)
            )
        )
        count += affected_rows(
            session,
            delete(consent_receipts).where(
                _receipt.workspace_id == workspace_id, _receipt.id.in_(batch)
            ),
        )
    return count


def _ids(workspace_id: UUID, before: UUID, since: UUID | None) -> Any:
    ids = select(_receipt.id).where(_receipt.workspace_id == workspace_id, _receipt.id < before)
    if since is not None:
        ids = ids.where(_receipt.id >= since)
    return ids.order_by(_receipt.id)


def _of_hashes(workspace_id: UUID, hashes: Collection[str]) -> Any:
    return (
        select(_receipt.id)
        .select_from(consent_receipts)
        .where(_receipt.workspace_id == workspace_id, _receipt.ip_hash.in_(hashes))
    )


def _in_batches(values: Collection[Value]) -> Iterator[list[Value]]:
    """Yield ids or hashes in a fixed order, so that two erasures never wait for each other's
    rows."""
    ordered = sorted(values)
    for start in range(0, len(ordered), MAX_IDS):
        yield ordered[start : start + MAX_IDS]
