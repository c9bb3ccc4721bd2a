"""Reading receipts: the statements, and the rows as the interface shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Row,
    Select,
    String,
    Text,
    Uuid,
    column,
    select,
    table,
)
from sqlalchemy.orm import Session

from consent_app.receipts.listing import listed_columns
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.window import first_id_from, first_valid_id, last_id_to

ReceiptRow = Mapping[Any, Any]
"""Every column of ``consent_receipts``, and ``title``, ``description``, ``policy_url`` of the
wording and ``live_domain_id`` (null once the domain is deleted)."""

STREAM_ROWS = 2000
"""How many rows of a long answer are fetched at a time."""

_receipt = consent_receipts.c
_domains = table("domains", column("id", Uuid))
_wordings = table(
    "banner_wordings",
    column("workspace_id", Uuid),
    column("digest", String),
    column("title", Text),
    column("description", Text),
    column("policy_url", Text),
)


def _with_joins(*columns: Any) -> Select[Any]:
    return (
        select(*columns)
        .select_from(consent_receipts)
        .outerjoin(_domains, _domains.c.id == _receipt.domain_id)
        .outerjoin(
            _wordings,
            (_wordings.c.workspace_id == _receipt.workspace_id)
            & (_wordings.c.digest == _receipt.wording_digest),
        )
    )


_WHOLE = _with_joins(
    consent_receipts,
    _domains.c.id.label("live_domain_id"),
    _wordings.c.title,
    _wordings.c.description,
    _wordings.c.policy_url,
)
_LIST = _with_joins(
    *listed_columns(
        _domains.c.id, _wordings.c.policy_url, _wordings.c.title, _wordings.c.description
    )
)


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list of receipts is narrowed to; None is no filter. Instants are aware."""

    domain_id: UUID | None = None
    action: str | None = None
    source: str | None = None
    country: str | None = None
    from_: datetime | None = None
    to: datetime | None = None
    device: str | None = None
    status: str | None = None
    q: str | None = None


def page(
    session: Session,
    workspace_id: UUID,
    filters: Filters,
    *,
    limit: int,
    cursor: UUID | None,
    now: datetime,
) -> Sequence[Row[Any]]:
    """Return up to ``limit`` receipts for ``present_listed``, newest first, after ``cursor``."""
    statement = _filtered(_LIST, workspace_id, filters, now)
    if cursor is not None:
        statement = statement.where(_receipt.id < cursor)
    return session.execute(statement.order_by(_receipt.id.desc()).limit(limit)).all()


def stream(
    session: Session,
    workspace_id: UUID,
    filters: Filters,
    *,
    limit: int,
    cursor: UUID | None,
    now: datetime,
) -> Iterator[Row[Any]]:
    """Give up to ``limit`` receipts in constant memory, page by page along the keyset."""
    while limit > 0:
        rows = page(
            session,
            workspace_id,
            filters,
            limit=min(limit, STREAM_ROWS),
            cursor=cursor,
            now=now,
        )
        yield from rows
        if len(rows) < min(limit, STREAM_ROWS):
            return
        limit -= len(rows)
        cursor = UUID(rows[-1][0])


def by_id(session: Session, receipt_id: UUID) -> ReceiptRow | None:
    """Return one receipt, by its id alone, as a visitor names it; None when it is not there."""
    statement = _WHOLE.where(_receipt.id == receipt_id)
    return session.execute(statement).mappings().one_or_none()


def hostname_of(session: Session, receipt_id: UUID) -> str | None:
    """Return the hostname that a receipt was given on, or None."""
    return session.scalar(select(_receipt.hostname).where(_receipt.id == receipt_id))


def _filtered(
    statement: Select[Any], workspace_id: UUID, filters: Filters, now: datetime
) -> Select[Any]:
    statement = statement.where(_receipt.workspace_id == workspace_id)
    if filters.domain_id is not None:
        # The id of a deleted domain is nobody's any more.
        statement = statement.where(
            _receipt.domain_id == filters.domain_id, _domains.c.id.is_not(None)
        )
    for name in ("action", "source", "device"):
        wanted = getattr(filters, name)
        if wanted is not None:
            statement = statement.where(_receipt[name] == wanted)
    if filters.country is not None:
        statement = statement.where(_receipt.country == filters.country.upper())
    if filters.from_ is not None:
        statement = statement.where(_receipt.id >= first_id_from(filters.from_))
    if filters.to is not None:
        statement = statement.where(_receipt.id <= last_id_to(filters.to))
    if filters.status == "valid":
        statement = statement.where(_receipt.id >= first_valid_id(now))
    elif filters.status == "expired":
        statement = statement.where(_receipt.id < first_valid_id(now))
    if filters.q is not None:
        receipt_id = _uuid(filters.q)
        statement = statement.where(
            _receipt.id == receipt_id
            if receipt_id is not None
            else _receipt.ip_hash.contains(filters.q.lower(), autoescape=True)
        )
    return statement


def _uuid(text: str) -> UUID | None:
    # A visitor hash has 32 digits too, so only the form with hyphens means an id.
    if len(text) != 36:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None
