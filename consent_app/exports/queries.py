"""Queries over exports: rows that PostgreSQL writes as JSON itself, and manifests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Row,
    Select,
    Text,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
)
from sqlalchemy.orm import Session

from consent_app.banners.read_models import BannerWording
from consent_app.domains.read_models import Domain
from consent_app.exports.models import export_manifests
from consent_app.receipts.read_models import consent_receipts
from consent_app.receipts.service import (
    PROOF_COLUMNS,
    ReceiptFilters,
    ReceiptQuery,
    export_statement,
    filtered,
    first_valid_id,
)
from consent_app.text import camel_case

_DOMAINS = Domain.__table__
_WORDINGS = BannerWording.__table__

# The first 48 bits of an id are its millisecond.
_CREATED_AT = (
    "to_char(timestamp 'epoch'"
    " + ('x' || substr(r.id::text, 1, 8) || substr(r.id::text, 10, 4))::bit(48)::bigint"
    " * interval '1 millisecond', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
)
_DECIDED_AT = "to_char(r.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The number of an export's rows, and its first and last id (None if it has no rows).

    ``sha256`` (in hex) and ``size`` in bytes are of its body before any ``Content-Encoding``.
    """

    id: UUID
    workspace_id: UUID
    format: str
    rows: int
    first_id: UUID | None
    last_id: UUID | None
    sha256: str
    size: int
    completed_at: datetime


def json_statement(query: ReceiptQuery) -> Select[Any]:
    """Return the statement with which PostgreSQL returns each receipt as one JSON text."""
    return _as_json(_members(query, export_statement(query).subquery("r")))


def json_page_statement(query: ReceiptQuery) -> Select[Any]:
    """Return the same for a page of an export on a cluster.

    It has no subquery for the receipts, so that all of it is sent to the workspace's shard, where
    the index ends it after the page. Citus would turn a subquery into an intermediate table.
    """
    receipt = consent_receipts.alias("r")
    statement = filtered(_members(query, receipt), query, receipt)
    return _as_json(statement.limit(query.limit))


def _as_json(receipts: Select[Any]) -> Select[Any]:
    row = func.row_to_json(literal_column("t"))
    return select(cast(row, Text)).select_from(receipts.subquery("t"))


def json_members(*, with_proof: bool = False) -> tuple[str, ...]:
    """Return the members of the JSON that PostgreSQL writes, in their order."""
    query = ReceiptQuery(UUID(int=0), ReceiptFilters(), 1, None, datetime.now(UTC), with_proof)
    return tuple(_members(query, consent_receipts.alias("r")).subquery("t").columns.keys())


def insert_manifest(session: Session, manifest: Manifest) -> None:
    """Insert a manifest."""
    session.execute(insert(export_manifests).values(asdict(manifest)))


def get_manifest(session: Session, workspace_id: UUID, manifest_id: UUID) -> Manifest | None:
    """Return a manifest of the workspace, or None."""
    table = export_manifests.c
    row: Row[Any] | None = session.execute(
        select(export_manifests).where(table.workspace_id == workspace_id, table.id == manifest_id)
    ).one_or_none()
    return Manifest(**row._mapping) if row is not None else None


def delete_manifests(session: Session, before: UUID) -> None:
    """Delete the manifests with lower ids than ``before``."""
    session.execute(delete(export_manifests).where(export_manifests.c.id < before))


def _members(query: ReceiptQuery, receipt: FromClause) -> Select[Any]:
    """Return the members of each row of ``receipt``, which is named ``r``."""
    first_valid = first_valid_id(query.now)
    r, domain, wording = receipt.c, _DOMAINS, _WORDINGS
    statement = (
        select(
            r.id.label("id"),
            domain.c.id.label("domainId"),
            r.hostname.label("hostname"),
            domain.c.id.is_(None).label("domainDeleted"),
            r.action.label("action"),
            r.source.label("source"),
            r.analytics.label("analytics"),
            r.marketing.label("marketing"),
            r.preferences.label("preferences"),
            r.country.label("country"),
            r.ip_hash.label("ipHash"),
            r.user_agent.label("userAgent"),
            literal_column(_CREATED_AT).label("createdAt"),
            case((r.id >= first_valid, literal("valid")), else_=literal("expired")).label("status"),
            r.banner_version.label("bannerVersion"),
            wording.c.policy_url.label("policyUrl"),
            wording.c.title.label("bannerTitle"),
            wording.c.description.label("bannerDescription"),
            r.banner_locale.label("bannerLocale"),
            r.device.label("device"),
        )
        .select_from(receipt)
        .outerjoin(domain, (domain.c.workspace_id == r.workspace_id) & (domain.c.id == r.domain_id))
        .outerjoin(
            wording,
            (wording.c.workspace_id == r.workspace_id) & (wording.c.digest == r.wording_digest),
        )
        .order_by(r.id.desc())
    )
    return statement.add_columns(*_proof(r)) if query.with_proof else statement


def _proof(r: Any) -> Iterator[ColumnElement[Any]]:
    other_forms = {
        "categories": func.string_to_array(r.categories, ","),
        "decided_at": literal_column(_DECIDED_AT),
        "rule_exempt": func.string_to_array(r.rule_exempt, ","),
    }
    for name in PROOF_COLUMNS:
        yield other_forms.get(name, r[name]).label(camel_case(name))
