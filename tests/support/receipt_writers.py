"""Pending receipts, and the writers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select

from benchmarks.rows import row_values
from consent_app.db.session import Database
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.postgres_writers import ClusterWriter, PostgresWriter
from consent_app.receipts.writers import PendingReceipt, SqliteWriter, Writer
from tests.support.databases import CLUSTER

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def pending_receipt(key: UUID | None = None, **changes: Any) -> PendingReceipt:
    """Return a pending receipt with the given columns."""
    names = [str(column.name) for column in consent_receipts.columns]
    values: dict[str, Any] = dict(zip(names, row_values(), strict=True)) | changes
    for name in ("workspace_id", "id", "domain_id"):
        values[name] = UUID(str(values[name]))
    return PendingReceipt.of(values, key, NOW)


def writer_of(database: Database, dialect: str) -> Writer:
    """Return the writer for a kind of database."""
    if dialect == "sqlite":
        return SqliteWriter(database.engine)
    if dialect == CLUSTER:
        return ClusterWriter(database.engine)
    return PostgresWriter(database.engine)


def receipt_count(database: Database) -> int:
    """Return how many receipts there are."""
    with database.session(read_only=True) as session:
        return session.scalar(select(func.count()).select_from(consent_receipts)) or 0
