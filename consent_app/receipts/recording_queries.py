"""Queries for recording a decision: the domain in one query, and which receipts exist."""

from __future__ import annotations

from collections.abc import Set
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Integer, Row, Select, Uuid, bindparam, func, select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from consent_app.banners.read_models import BannerVersion
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import DOMAINS, WORDINGS
from consent_app.workspaces.read_models import Workspace

_VERSIONS = BannerVersion.__table__
_WORKSPACES = Workspace.__table__
_KEY = consent_idempotency.c


def get_recording_context(
    session: Session, domain_id: UUID, version: int | None, locale: str | None
) -> Row[Any] | None:
    """Return a domain's values that recording needs, in one row; None if it is unknown."""
    parameters = {"domain_id": domain_id, "version": version, "locale": locale or ""}
    return session.execute(_RECORDING_CONTEXT, parameters).one_or_none()


def has_receipt(session: Session, workspace_id: UUID, domain_id: UUID, receipt_id: UUID) -> bool:
    """Return whether a receipt exists and belongs to this domain."""
    receipt = consent_receipts.c
    statement = select(receipt.id).where(
        receipt.workspace_id == workspace_id,
        receipt.id == receipt_id,
        receipt.domain_id == domain_id,
    )
    return session.scalar(statement) is not None


def _recording_context() -> Select[Any]:
    version = func.coalesce(bindparam("version", type_=Integer), DOMAINS.c.published_version)
    digest = _VERSIONS.c.digests[bindparam("locale", type_=JSON.JSONStrIndexType())].as_string()
    return (
        select(
            DOMAINS.c.workspace_id,
            DOMAINS.c.hostname,
            DOMAINS.c.region,
            DOMAINS.c.gpc_refuses,
            DOMAINS.c.renew_after_months,
            DOMAINS.c.count_impressions,
            _WORKSPACES.c.visitor_data,
            _WORKSPACES.c.visitor_salt,
            _VERSIONS.c.version,
            _VERSIONS.c.content["categories"].label("categories"),
            _VERSIONS.c.content["controller"].as_string().label("controller"),
            WORDINGS.c.digest,
            WORDINGS.c.title,
            WORDINGS.c.description,
            WORDINGS.c.policy_url,
        )
        .select_from(DOMAINS)
        .join(_WORKSPACES, _WORKSPACES.c.id == DOMAINS.c.workspace_id)
        .outerjoin(
            _VERSIONS, (_VERSIONS.c.domain_id == DOMAINS.c.id) & (_VERSIONS.c.version == version)
        )
        .outerjoin(
            WORDINGS,
            (WORDINGS.c.workspace_id == DOMAINS.c.workspace_id) & (WORDINGS.c.digest == digest),
        )
        .where(DOMAINS.c.id == bindparam("domain_id", type_=Uuid))
    )


_RECORDING_CONTEXT = _recording_context()


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
