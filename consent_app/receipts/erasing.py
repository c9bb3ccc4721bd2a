"""Erasing one visitor: the receipt that they name, and what hangs together with it.

Linked are the decisions that follow one another (``former_receipt_id``), in both directions. The
hash of an address is another matter: behind one address may be a whole office, so its receipts go
only where the operator says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, record
from consent_app.errors import NotFound
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.security.macs import verify_proof_token

PAGE_IDS = 5000
AT_ONCE = 500
"""So many ids stand in one statement."""

_receipt = consent_receipts.c


@dataclass(slots=True)
class Trace:
    """What is known of one visitor: the receipt asked for, it and its linked ones, and how many
    others there are of the same hashes of addresses."""

    asked: UUID
    linked: set[UUID] = field(default_factory=set)
    hashes: set[str] = field(default_factory=set)
    others: int = 0


def find_proved(
    session: Session,
    app: Application,
    workspace_id: UUID,
    token: str,
    seen: Callable[[int], None] = lambda count: None,
) -> UUID:
    """Return the workspace's receipt that a proof token is of. Raises NotFound.

    Nothing is stored of a token, so each receipt is tried, newest first; ``seen`` is told how many
    were.
    """
    tried = 0
    cursor = None
    while True:
        statement = select(_receipt.id).where(_receipt.workspace_id == workspace_id)
        if cursor is not None:
            statement = statement.where(_receipt.id < cursor)
        ids: Sequence[UUID] = session.scalars(
            statement.order_by(_receipt.id.desc()).limit(PAGE_IDS)
        ).all()
        for receipt_id in ids:
            if verify_proof_token(app.keys, token, receipt_id):
                return receipt_id
        tried += len(ids)
        seen(tried)
        if len(ids) < PAGE_IDS:
            raise NotFound("This proof token is of no receipt of the workspace.")
        cursor = ids[-1]


def trace(session: Session, workspace_id: UUID, receipt_id: UUID) -> Trace:
    """Return what there is of the visitor who gave a receipt. Raises NotFound."""
    found = Trace(receipt_id)
    new = {receipt_id}
    while new:
        found.linked |= new
        near: set[UUID] = set()
        for some in _in_parts(new):
            of_these = select(_receipt.id, _receipt.former_receipt_id, _receipt.ip_hash)
            of_these = of_these.where(_receipt.workspace_id == workspace_id)
            for id_, former, ip_hash in session.execute(of_these.where(_receipt.id.in_(some))):
                near |= {id_, former} - {None}
                found.hashes |= {ip_hash} - {None}
            later = of_these.where(_receipt.former_receipt_id.in_(some))
            near |= {row[0] for row in session.execute(later)}
        new = near - found.linked
    _drop_missing(session, workspace_id, found)
    if receipt_id not in found.linked:
        raise NotFound("The workspace has no receipt with this id.")
    found.others = session.scalar(_others(workspace_id, found, func.count())) or 0
    return found


def erase(
    session: Session, app: Application, workspace_id: UUID, found: Trace, *, same_address: bool
) -> int:
    """Delete the linked receipts and, where ``same_address``, those of the same hashes.

    In the caller's transaction, with the audit event. Returns how many were deleted.
    """
    ids = set(found.linked)
    if same_address:
        ids |= set(session.scalars(_others(workspace_id, found, _receipt.id)))
    count = 0
    for some in _in_parts(ids):
        mine = consent_idempotency.c
        session.execute(
            delete(consent_idempotency).where(
                mine.workspace_id == workspace_id, mine.receipt_id.in_(some)
            )
        )
        result: Any = session.execute(
            delete(consent_receipts).where(
                _receipt.workspace_id == workspace_id, _receipt.id.in_(some)
            )
        )
        count += result.rowcount
    event = Event(
        "receipts.erased",
        workspace_id=workspace_id,
        subject_id=found.asked,
        actor_kind="operator",
        detail={"rows": str(count), "sameAddress": "true" if same_address else "false"},
    )
    record(session, app, None, event)
    return count


def _drop_missing(session: Session, workspace_id: UUID, found: Trace) -> None:
    # A former receipt may be gone already, by retention; it links those that came after it still.
    there: set[UUID] = set()
    for some in _in_parts(found.linked):
        kept = select(_receipt.id).where(
            _receipt.workspace_id == workspace_id, _receipt.id.in_(some)
        )
        there |= set(session.scalars(kept))
    found.linked &= there


def _others(workspace_id: UUID, found: Trace, *columns: Any) -> Any:
    return (
        select(*columns)
        .select_from(consent_receipts)
        .where(
            _receipt.workspace_id == workspace_id,
            _receipt.ip_hash.in_(sorted(found.hashes)),
            _receipt.id.not_in(sorted(found.linked)),
        )
    )


def _in_parts(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    """Give the ids in one order, so that of two erasures neither waits for the other's rows."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), AT_ONCE):
        yield ordered[start : start + AT_ONCE]
