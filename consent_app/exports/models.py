"""The table of exports: the manifests of the last day."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table, Uuid

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime

export_manifests = Table(
    "export_manifests",
    Base.metadata,
    Column("id", Uuid, primary_key=True),
    Column("workspace_id", Uuid, nullable=False),
    Column("format", String(6), nullable=False),
    Column("rows", BigInteger, nullable=False),
    Column("first_id", Uuid),
    Column("last_id", Uuid),
    Column("sha256", String(64), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("completed_at", UtcDateTime, nullable=False),
)
"""The exports of the last day. An id says when the export began."""
