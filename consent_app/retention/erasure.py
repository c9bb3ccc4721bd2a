"""Erasure of one visitor: the receipt that they name, and the receipts linked to it.

Decisions that follow one another are linked (``former_receipt_id``), in both directions. A whole
office may share one address, so receipts that only have the same hash of an address are deleted
only on request (``same_address``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from consent_app.context import Context
from consent_app.errors import NotFound
from consent_app.events.event import Change
from consent_app.receipts import service as receipts
from consent_app.retention.events import ReceiptsErased
from consent_app.security.macs import verify_proof_token


@dataclass(frozen=True, slots=True)
class VisitorReceipts:
    """One visitor's receipts: ``receipt_id`` was named; ``linked`` are it and all linked to it.

    ``hashes`` are their hashes of addresses, and ``with_same_hash`` is the number of other receipts
    with one of these.
    """

    receipt_id: UUID
    linked: frozenset[UUID]
    hashes: frozenset[str]
    with_same_hash: int


def find_by_proof_token(
    ctx: Context, token: str, on_progress: Callable[[int], None] = lambda count: None
) -> UUID:
    """Return the workspace's receipt that a proof token belongs to. Raises NotFound.

    Tokens are not stored, so each receipt is tried, newest first; ``on_progress`` is called with
    the number of receipts that were tried.
    """
    receipt_count = 0
    for ids in receipts.get_id_pages(ctx.session, ctx.workspace_id):
        for receipt_id in ids:
            if verify_proof_token(ctx.app.keys, token, receipt_id):
                return receipt_id
        receipt_count += len(ids)
        on_progress(receipt_count)
    raise NotFound("This proof token does not belong to a receipt of this workspace.")


def find_visitor(ctx: Context, receipt_id: UUID) -> VisitorReceipts:
    """Return the receipts of the visitor who gave this one. Raises NotFound."""
    session, workspace_id = ctx.session, ctx.workspace_id
    linked = receipts.get_linked(session, workspace_id, receipt_id)
    if receipt_id not in linked:
        raise _not_found(receipt_id)
    hashes = [ip_hash for ip_hash in linked.values() if ip_hash is not None]
    count = receipts.count_of_hashes(session, workspace_id, set(hashes))
    return VisitorReceipts(receipt_id, frozenset(linked), frozenset(hashes), count - len(hashes))


def erase_visitor(ctx: Context, visitor: VisitorReceipts, *, same_address: bool) -> int:
    """Delete the linked receipts and, with ``same_address``, those of the same hashes.

    Returns how many were deleted. Raises NotFound if somebody else has deleted them since they were
    found.
    """
    session, workspace_id = ctx.session, ctx.workspace_id
    ids = set(visitor.linked)
    if same_address:
        ids.update(receipts.get_ids_of_hashes(session, workspace_id, visitor.hashes))
    count = receipts.delete_by_ids(session, workspace_id, ids)
    if not count:
        raise _not_found(visitor.receipt_id)
    changes = (
        Change("rows", None, str(count)),
        Change("sameAddress", None, "true" if same_address else "false"),
    )
    ctx.emit(
        ReceiptsErased(subject_id=visitor.receipt_id, changes=changes, receipt_ids=frozenset(ids))
    )
    return count


def _not_found(receipt_id: UUID) -> NotFound:
    return NotFound(
        f"The workspace has no receipt with the id {receipt_id}. It may have been erased, or be"
        " older than the retention."
    )
