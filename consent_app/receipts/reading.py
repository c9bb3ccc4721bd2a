"""Reading receipts: the statements, and the rows as the interface shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    String,
    Text,
    Uuid,
    column,
    exists,
    false,
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

PAGE_ROWS = 2000
"""How many rows of a long answer are read at a time."""

HASH_DIGITS = 32
_DIGITS = frozenset("0123456789abcdef")
_receipt = consent_receipts.c
DOMAINS = table("domains", column("id", Uuid))
WORDINGS = table(
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
        .outerjoin(DOMAINS, DOMAINS.c.id == _receipt.domain_id)
        .outerjoin(
            WORDINGS,
            (WORDINGS.c.workspace_id == _receipt.workspace_id)
            & (WORDINGS.c.digest == _receipt.wording_digest),
        )
    )


_WHOLE = _with_joins(
    consent_receipts,
    DOMAINS.c.id.label("live_domain_id"),
    WORDINGS.c.title,
    WORDINGS.c.description,
    WORDINGS.c.policy_url,
)
_LIST = _with_joins(
    *listed_columns(DOMAINS.c.id, WORDINGS.c.policy_url, WORDINGS.c.title, WORDINGS.c.description)
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
    return session.execute(
        page_statement(workspace_id, filters, limit=limit, cursor=cursor, now=now)
    ).all()


def page_statement(
    workspace_id: UUID, filters: Filters, *, limit: int, cursor: UUID | None, now: datetime
) -> Select[Any]:
    """Return what ``page`` asks the database."""
    statement = _filtered(_LIST, workspace_id, filters, now)
    if cursor is not None:
        statement = statement.where(_receipt.id < cursor)
    return statement.order_by(_receipt.id.desc()).limit(limit)


def pages(
    session: Session,
    workspace_id: UUID,
    filters: Filters,
    *,
    limit: int,
    cursor: UUID | None,
    now: datetime,
) -> Iterator[Sequence[Row[Any]]]:
    """Give up to ``limit`` receipts in constant memory, page by page along the keyset."""
    while limit > 0:
        size = min(limit, PAGE_ROWS)
        rows = page(session, workspace_id, filters, limit=size, cursor=cursor, now=now)
        if rows:
            yield rows
        if len(rows) < size:
            return
        limit -= size
        cursor = UUID(rows[-1][0])


def narrowed(
    workspace_id: UUID, filters: Filters, *, cursor: UUID | None, now: datetime
) -> Select[Any]:
    """Return the receipts that an export is made of, by the receipts' own table alone."""
    statement = _filtered(select(consent_receipts), workspace_id, filters, now)
    return statement.where(_receipt.id < cursor) if cursor is not None else statement


def by_id(session: Session, receipt_id: UUID) -> ReceiptRow | None:
    """Return one receipt, by its id alone, as a visitor names it; None when it is not there."""
    statement = _WHOLE.where(_receipt.id == receipt_id)
    return session.execute(statement).mappings().one_or_none()


def oldest_id(session: Session, workspace_id: UUID) -> UUID | None:
    """Return the id of the workspace's oldest receipt, or None."""
    mine = select(_receipt.id).where(_receipt.workspace_id == workspace_id)
    return session.scalar(mine.order_by(_receipt.id).limit(1))


def hostname_of(session: Session, receipt_id: UUID) -> str | None:
    """Return the hostname that a receipt was given on, or None."""
    return session.scalar(select(_receipt.hostname).where(_receipt.id == receipt_id))


def _filtered(
    statement: Select[Any], workspace_id: UUID, filters: Filters, now: datetime
) -> Select[Any]:
    statement = statement.where(_receipt.workspace_id == workspace_id)
    if filters.domain_id is not None:
        # The id of a deleted domain is nobody's any more.
        live = exists().where(DOMAINS.c.id == filters.domain_id)
        statement = statement.where(_receipt.domain_id == filters.domain_id, live)
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
            _receipt.id == receipt_id if receipt_id is not None else _of_visitor(filters.q.lower())
        )
    return statement


def _of_visitor(part: str) -> ColumnElement[bool]:
    if not set(part) <= _DIGITS:
        return false()
    if len(part) >= HASH_DIGITS:
        return _receipt.ip_hash == part
    return _receipt.ip_hash.contains(part)


def _uuid(text: str) -> UUID | None:
    # A visitor hash has 32 digits too, so only the form with hyphens means an id.
    if len(text) != 36:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None
