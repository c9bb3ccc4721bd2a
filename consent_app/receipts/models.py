"""Receipts: one row for each recorded decision.

Plain tables, not mapped classes, because neither recording nor exporting uses the ORM. On
PostgreSQL ``consent_receipts`` is partitioned by month on the UUIDv7 id. ``createdAt`` is the id's
millisecond, so one index on (workspace, id) serves sorting, paging, time, status and retention.
There is no foreign key: a receipt outlives its domain, and a join shows whether the domain was
deleted.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Index,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Uuid,
    text,
)
from sqlalchemy import Integer as Int

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime
from consent_app.user_agent import MAX_CHARACTERS

consent_receipts = Table(
    "consent_receipts",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("hostname", String(253), nullable=False),
    Column("action", String(10), nullable=False),
    Column("source", String(6), nullable=False),
    Column("analytics", Boolean, nullable=False),
    Column("marketing", Boolean, nullable=False),
    Column("preferences", Boolean, nullable=False),
    Column("country", String(2)),
    Column("ip_hash", String(32)),
    Column("user_agent", String(MAX_CHARACTERS)),
    Column("device", String(7), nullable=False),
    Column("banner_version", Int),
    Column("banner_locale", String(64)),
    Column("wording_digest", String(64)),
    Column("regime", String(7), nullable=False),
    Column("region", String(6)),
    Column("categories", String(40), nullable=False),
    Column("gpc_signal", Boolean, nullable=False),
    Column("surface", String(11), nullable=False),
    Column("script_digest", String(64), nullable=False),
    Column("controller", String(100), nullable=False),
    Column("renew_after_months", SmallInteger, nullable=False),
    Column("former_receipt_id", Uuid),
    Column("decided_at", UtcDateTime),
    Column("rule_id", String(16)),
    Column("rule_version", SmallInteger),
    Column("limit_sensitive", Boolean),
    Column("rule_model", String(7)),
    Column("rule_exempt", String(40)),
    PrimaryKeyConstraint("workspace_id", "id"),
    Index("ix_consent_receipts_domain", "workspace_id", "domain_id", "id"),
    Index("ix_consent_receipts_action", "workspace_id", "action", "id"),
    Index("ix_consent_receipts_source", "workspace_id", "source", "id"),
    Index("ix_consent_receipts_country", "workspace_id", "country", "id"),
    Index("ix_consent_receipts_device", "workspace_id", "device", "id"),
    Index("ix_consent_receipts_ip_hash", "workspace_id", "ip_hash", "id"),
    # Only for receipts that follow another: it links a visitor's decisions.
    Index(
        "ix_consent_receipts_former",
        "workspace_id",
        "former_receipt_id",
        postgresql_where=text("former_receipt_id IS NOT NULL"),
        sqlite_where=text("former_receipt_id IS NOT NULL"),
    ),
    # A visitor's proof token names only the receipt. Rows arrive in the order of their ids, so on
    # PostgreSQL a block range index finds one and hardly slows down the writer.
    Index("ix_consent_receipts_id", "id", postgresql_using="brin"),
    postgresql_partition_by="RANGE (id)",
)

consent_idempotency = Table(
    "consent_idempotency",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("key", Uuid, nullable=False),
    Column("receipt_id", Uuid, nullable=False),
    PrimaryKeyConstraint("workspace_id", "domain_id", "key"),
    Index(None, "receipt_id"),
)
"""Idempotency keys of the last 24 hours. The receipt's id says how old a key is."""
