"""Queries of recording a decision: which domains and receipts exist."""

from __future__ import annotations

from collections.abc import Set
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from consent_app.banners.read_models import BannerVersion
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import DOMAINS
from consent_app.workspaces.read_models import Workspace

_VERSIONS = BannerVersion.__table__
_WORKSPACES = Workspace.__table__
_KEY = consent_idempotency.c


def has_receipt(session: Session, workspace_id: UUID, domain_id: UUID, receipt_id: UUID) -> bool:
    """Return whether a receipt exists and belongs to this domain."""
    receipt = consent_receipts.c
    statement = select(receipt.id).where(
        receipt.workspace_id == workspace_id,
        receipt.id == receipt_id,
        receipt.domain_id == domain_id,
    )
    return session.scalar(statement) is not None


def get_first_receipt_id(
    session: Session, workspace_id: UUID, domain_id: UUID, key: UUID
) -> UUID | None:
    """Return the receipt that an idempotency key was used for, or None."""
    return session.scalar(
        select(_KEY.receipt_id).where(
            _KEY.workspace_id == workspace_id, _KEY.domain_id == domain_id, _KEY.key == key
        )
    )


def get_live_domain_ids(connection: Connection, ids: Set[UUID]) -> Set[UUID]:
    """Return those of the domains' ids that are not deleted."""
    return set(connection.scalars(select(DOMAINS.c.id).where(DOMAINS.c.id.in_(ids))))
