"""Queries over receipts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Row,
    Select,
    String,
    cast,
    exists,
    select,
)
from sqlalchemy.orm import Session

from consent_app.banners.read_models import BannerWording
from consent_app.db.ids import first_id_from, last_id_to
from consent_app.db.months import months_before
from consent_app.domains.read_models import Domain
from consent_app.receipts.hash_queries import MIN_RARE_DIGITS, hash_fragment, hash_starts_with
from consent_app.receipts.models import consent_receipts
from consent_app.text import parse_uuid

ReceiptRow = Mapping[Any, Any]
"""Every column of ``consent_receipts``, and ``title``, ``description``, ``policy_url`` of the
wording and ``live_domain_id`` (null once the domain is deleted)."""

PAGE_ROWS = 2000
"""The number of rows of a long response that are read at a time."""

IDEMPOTENCY_LIFETIME = timedelta(hours=24)
CURRENT_MONTHS = 12
"""The number of calendar months for which a decision is valid."""

_receipt = consent_receipts.c
DOMAINS = Domain.__table__
WORDINGS = BannerWording.__table__
_LISTED = (
    "hostname",
    "action",
    "source",
    "analytics",
    "marketing",
    "preferences",
    "country",
    "banner_version",
    "banner_locale",
    "device",
    "ip_hash",
    "user_agent",
)

PROOF_COLUMNS = (
    "regime",
    "region",
    "categories",
    "gpc_signal",
    "surface",
    "script_digest",
    "wording_digest",
    "controller",
    "renew_after_months",
    "former_receipt_id",
    "decided_at",
    "rule_id",
    "rule_version",
    "limit_sensitive",
    "rule_model",
    "rule_exempt",
)
"""The details of a receipt, in the order of the API, which has their names in camel case."""


def _with_joins(*columns: Any) -> Select[Any]:
    return (
        select(*columns)
        .select_from(consent_receipts)
        # Joined by workspace too, like every join here: on a cluster it selects the shard.
        .outerjoin(
            DOMAINS,
            (DOMAINS.c.workspace_id == _receipt.workspace_id)
            & (DOMAINS.c.id == _receipt.domain_id),
        )
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
    # In the order of ``schemas.consent_receipt``. Ids are read as text and stay text: creating a
    # UUID object for each would cost more than the query itself.
    cast(_receipt.id, String),
    cast(DOMAINS.c.id, String),
    WORDINGS.c.policy_url,
    WORDINGS.c.title,
    WORDINGS.c.description,
    *(_receipt[name] for name in _LISTED),
)
_LIST_WITH_PROOF = _LIST.add_columns(*(_receipt[name] for name in PROOF_COLUMNS))


@dataclass(frozen=True, slots=True)
class ReceiptFilters:
    """The filters of a list of receipts. None means no filter. Date-times are aware.

    ``is_prefix`` and ``is_rare`` choose the plan of a search for a fragment of a visitor hash: some
    hash starts with ``q``, or few hashes contain it (``with_search_hints``).
    """

    domain_id: UUID | None = None
    action: str | None = None
    source: str | None = None
    country: str | None = None
    from_: datetime | None = None
    to: datetime | None = None
    device: str | None = None
    status: str | None = None
    q: str | None = None
    is_prefix: bool = False
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class ReceiptQuery:
    """The page that is asked for: up to ``limit`` receipts, newest first, after ``cursor``.

    ``now`` decides which are valid. ``with_proof`` adds the details of each.
    """

    workspace_id: UUID
    filters: ReceiptFilters
    limit: int
    cursor: UUID | None
    now: datetime
    with_proof: bool = False


def first_valid_id(now: datetime) -> UUID:
    """Return the lowest id of a receipt that is ``valid`` at ``now``.

    The filter and the field both compare with it, so that they always agree.
    """
    return first_id_from(months_before(now, CURRENT_MONTHS))


def with_search_hints(session: Session, query: ReceiptQuery) -> ReceiptQuery:
    """Return the query with ``is_prefix`` set if the hash of some receipt starts with ``q``.

    The index finds a prefix among any number of receipts, but not the middle of a hash. Otherwise a
    long fragment sets ``is_rare`` on PostgreSQL.
    """
    fragment = hash_fragment(query.filters.q)
    if fragment is None:
        return query
    workspace = _receipt.workspace_id == query.workspace_id
    matching_ids = (
        select(_receipt.id).where(workspace, hash_starts_with(_receipt, fragment)).limit(1)
    )
    if session.scalar(matching_ids) is not None:
        return replace(query, filters=replace(query.filters, is_prefix=True))
    is_rare = len(fragment) >= MIN_RARE_DIGITS and session.get_bind().dialect.name == "postgresql"
    return replace(query, filters=replace(query.filters, is_rare=is_rare))


def get_page(session: Session, query: ReceiptQuery) -> Sequence[Row[Any]]:
    """Return receipts for ``schemas.consent_receipt``."""
    return session.execute(page_statement(with_search_hints(session, query))).all()


def search_receipts(
    session: Session, workspace_id: UUID, q: str, limit: int, now: datetime
) -> Sequence[Row[Any]]:
    """Return the newest receipts with this id or with ``q`` in the visitor's hash."""
    query = ReceiptQuery(workspace_id, ReceiptFilters(q=q), limit, None, now)
    return get_page(session, query)


def page_statement(query: ReceiptQuery) -> Select[Any]:
    """Return the statement of ``get_page``."""
    return _newest(filtered(_LIST_WITH_PROOF if query.with_proof else _LIST, query), query)


def get_pages(session: Session, query: ReceiptQuery) -> Iterator[Sequence[Row[Any]]]:
    """Yield receipts page by page, in constant memory, for a query from ``with_search_hints``."""
    while query.limit > 0:
        size = min(query.limit, PAGE_ROWS)
        rows = session.execute(page_statement(replace(query, limit=size))).all()
        if rows:
            yield rows
        if len(rows) < size:
            return
        query = replace(query, limit=query.limit - size, cursor=UUID(rows[-1][0]))


def export_statement(query: ReceiptQuery) -> Select[Any]:
    """Return the receipts of an export, from the receipts' own table only."""
    return _newest(filtered(select(consent_receipts), query), query)


def _newest(statement: Select[Any], query: ReceiptQuery) -> Select[Any]:
    # PostgreSQL would read most receipts in the order of their ids, because it takes a rare part of
    # hashes for a frequent one. Ordered by their texts, it uses the trigrams. Not in the database's
    # language: "aa" comes after "z" in Danish.
    order = cast(_receipt.id, String).collate("C") if query.filters.is_rare else _receipt.id
    return statement.order_by(order.desc()).limit(query.limit)


def get_workspace_id(session: Session, receipt_id: UUID) -> UUID | None:
    """Return the workspace of a receipt that a visitor names by its id only, or None.

    The only query without a workspace: on a cluster it asks every shard, by an index.
    """
    return session.scalar(select(_receipt.workspace_id).where(_receipt.id == receipt_id))


def get_receipt(
    session: Session, workspace_id: UUID, receipt_id: UUID, *, with_wording: bool = False
) -> ReceiptRow | None:
    """Return one receipt of the workspace, or None. ``shown`` is its complete wording, if asked."""
    statement = _WHOLE.add_columns(WORDINGS.c.shown) if with_wording else _WHOLE
    is_meant = (_receipt.workspace_id == workspace_id, _receipt.id == receipt_id)
    return session.execute(statement.where(*is_meant)).mappings().one_or_none()


def get_oldest_id(session: Session, workspace_id: UUID) -> UUID | None:
    """Return the id of the workspace's oldest receipt, or None."""
    statement = select(_receipt.id).where(_receipt.workspace_id == workspace_id)
    return session.scalar(statement.order_by(_receipt.id).limit(1))


def filtered(
    statement: Select[Any], query: ReceiptQuery, table: FromClause = consent_receipts
) -> Select[Any]:
    """Apply the query's filters to a statement on ``table``, the receipts or an alias of them."""
    filters, receipt = query.filters, table.c
    statement = statement.where(receipt.workspace_id == query.workspace_id)
    if query.cursor is not None:
        statement = statement.where(receipt.id < query.cursor)
    if filters.domain_id is not None:
        # A deleted domain's id is never reused.
        live = exists().where(
            DOMAINS.c.workspace_id == query.workspace_id, DOMAINS.c.id == filters.domain_id
        )
        statement = statement.where(receipt.domain_id == filters.domain_id, live)
    for name in ("action", "source", "device"):
        filter_value = getattr(filters, name)
        if filter_value is not None:
            statement = statement.where(receipt[name] == filter_value)
    if filters.country is not None:
        statement = statement.where(receipt.country == filters.country.upper())
    if filters.from_ is not None:
        statement = statement.where(receipt.id >= first_id_from(filters.from_))
    if filters.to is not None:
        statement = statement.where(receipt.id <= last_id_to(filters.to))
    if filters.status == "valid":
        statement = statement.where(receipt.id >= first_valid_id(query.now))
    elif filters.status == "expired":
        statement = statement.where(receipt.id < first_valid_id(query.now))
    return statement if filters.q is None else statement.where(_matches_q(receipt, filters))


def _matches_q(receipt: Any, filters: ReceiptFilters) -> ColumnElement[bool]:
    q = filters.q or ""
    # A visitor hash has 32 digits too, so only the form with hyphens is an id.
    receipt_id = parse_uuid(q) if len(q) == 36 else None
    if receipt_id is not None:
        return receipt.id == receipt_id  # type: ignore[no-any-return]
    fragment = hash_fragment(q)
    if fragment is None:
        # Hashes have no other characters, so the query compares for equality and finds nothing.
        return receipt.ip_hash == q.lower()  # type: ignore[no-any-return]
    if filters.is_prefix:
        return hash_starts_with(receipt, fragment)
    return receipt.ip_hash.contains(fragment)  # type: ignore[no-any-return]
