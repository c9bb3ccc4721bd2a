"""The statements of the write path. No ORM: one look at the domain, one insert."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Integer,
    LargeBinary,
    Row,
    String,
    Uuid,
    bindparam,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from consent_app.db.ids import lowest_id
from consent_app.db.types import JsonDocument
from consent_app.receipts.models import consent_idempotency, consent_receipts

IDEMPOTENCY_LIFETIME = timedelta(hours=24)

# The tables of other features are named as a foreign key would name them, by a string: what a
# visitor's request needs of all three is one row.
_TARGET = (
    text(
        "SELECT d.workspace_id, d.hostname, d.region, d.gpc_refuses, d.renew_after_months,"
        " d.published_version, w.visitor_data, w.visitor_salt, v.content, v.digests,"
        " s.title, s.description, s.policy_url"
        " FROM domains d JOIN workspaces w ON w.id = d.workspace_id"
        " LEFT JOIN banner_versions v"
        " ON v.domain_id = d.id AND v.version = coalesce(:version, d.published_version)"
        # A version's languages are kept apart: only the one that was shown is read.
        " LEFT JOIN banner_wordings s"
        " ON s.workspace_id = d.workspace_id AND s.digest = v.digests ->> :locale"
        " WHERE d.id = :domain_id"
    )
    .bindparams(
        bindparam("domain_id", type_=Uuid),
        bindparam("version", type_=Integer),
        bindparam("locale", type_=String),
    )
    .columns(
        workspace_id=Uuid,
        hostname=String,
        region=String,
        gpc_refuses=String,
        renew_after_months=Integer,
        published_version=Integer,
        visitor_data=String,
        visitor_salt=LargeBinary,
        content=JsonDocument,
        digests=JsonDocument,
        title=String,
        description=String,
        policy_url=String,
    )
)

_COLUMNS = list(consent_receipts.columns)
_KEY = consent_idempotency.c


def target(
    connection: Connection, domain_id: UUID, version: int | None, locale: str | None
) -> Row[Any] | None:
    """Return the domain, its workspace and the named (or latest) version, None without domain.

    ``content`` and ``digests`` are None where the version was never published on the domain, and
    the wording's ``title``, ``description`` and ``policy_url`` where it was not in ``locale``.
    """
    found: Row[Any] | None = connection.execute(
        _TARGET, {"domain_id": domain_id, "version": version, "locale": locale}
    ).one_or_none()
    return found


def insert(connection: Connection, values: dict[str, Any], key: UUID | None, now: datetime) -> bool:
    """Insert a receipt; False when ``key`` was used on the domain in the last 24 hours.

    Of any number at once with one key exactly one is inserted.
    """
    if key is None:
        connection.execute(consent_receipts.insert(), values)
        return True
    if connection.dialect.name == "postgresql":
        return connection.execute(_INSERT_ONCE, _once(values, key, now)).rowcount == 1
    claimed = connection.execute(_CLAIM_SQLITE, _once(values, key, now)).rowcount == 1
    if claimed:
        connection.execute(consent_receipts.insert(), values)
    return claimed


def first_receipt_id(
    connection: Connection, workspace_id: UUID, domain_id: UUID, key: UUID
) -> UUID | None:
    """Return the receipt that ``key`` was used for, or None."""
    found: UUID | None = connection.execute(
        select(_KEY.receipt_id).where(
            _KEY.workspace_id == workspace_id, _KEY.domain_id == domain_id, _KEY.key == key
        )
    ).scalar_one_or_none()
    return found


def delete_old_keys(connection: Connection, now: datetime) -> None:
    """Delete the idempotency keys that are older than 24 hours."""
    connection.execute(
        consent_idempotency.delete().where(_KEY.receipt_id < lowest_id(now - IDEMPOTENCY_LIFETIME))
    )


def _once(values: dict[str, Any], key: UUID, now: datetime) -> dict[str, Any]:
    return {
        **values,
        "claim_workspace_id": values["workspace_id"],
        "claim_domain_id": values["domain_id"],
        "claim_key": key,
        "claim_receipt_id": values["id"],
        "oldest": lowest_id(now - IDEMPOTENCY_LIFETIME),
    }


def _claim(dialect: Any) -> Any:
    statement = dialect.insert(consent_idempotency).values(
        workspace_id=bindparam("claim_workspace_id", type_=Uuid),
        domain_id=bindparam("claim_domain_id", type_=Uuid),
        key=bindparam("claim_key", type_=Uuid),
        receipt_id=bindparam("claim_receipt_id", type_=Uuid),
    )
    return statement.on_conflict_do_update(
        index_elements=["workspace_id", "domain_id", "key"],
        set_={"receipt_id": statement.excluded.receipt_id},
        where=_KEY.receipt_id < bindparam("oldest", type_=Uuid),
    )


_CLAIM_SQLITE = _claim(sqlite)
_claimed = _claim(postgresql).returning(_KEY.receipt_id).cte("claimed")
_INSERT_ONCE = consent_receipts.insert().from_select(
    [column.name for column in _COLUMNS],
    select(*(bindparam(column.name, type_=column.type) for column in _COLUMNS)).select_from(
        _claimed
    ),
)
