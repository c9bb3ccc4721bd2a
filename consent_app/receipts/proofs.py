"""Proofs: one receipt with everything that is stored about it."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from consent_app.context import Context
from consent_app.errors import NotFound, Unauthenticated
from consent_app.receipts import queries
from consent_app.receipts.queries import ReceiptRow
from consent_app.security.macs import verify_proof_token


class Proof(NamedTuple):
    """A receipt with its wording, and the lowest id of a receipt that is still valid."""

    receipt: ReceiptRow
    first_valid: UUID


def get_visitors_proof(ctx: Context, receipt_id: UUID, token: str) -> Proof:
    """Return the proof of the visitor who holds this proof token.

    Raises Unauthenticated, also for a receipt that was deleted.
    """
    if not verify_proof_token(ctx.app.keys, token, receipt_id):
        raise Unauthenticated
    workspace_id = queries.get_workspace_id(ctx.session, receipt_id)
    row = queries.get_receipt(ctx.session, workspace_id, receipt_id) if workspace_id else None
    if row is None:
        raise Unauthenticated
    return Proof(row, queries.first_valid_id(ctx.now()))


def get_proof(ctx: Context, receipt_id: UUID) -> Proof:
    """Return the proof of a receipt of the caller's workspace. Raises NotFound."""
    row = queries.get_receipt(ctx.session, ctx.workspace_id, receipt_id, with_wording=True)
    if row is None:
        raise NotFound
    return Proof(row, queries.first_valid_id(ctx.now()))
