"""Indexes for people with many audit events, for deletions, and for receipts by their ids.

Revision ID: 2026_11_29_account_indexes
Revises: 2026_11_28_former_members
"""

from alembic import op
from sqlalchemy import text

revision = "2026_11_29_account_indexes"
down_revision = "2026_11_28_former_members"
branch_labels = None
depends_on = None

SECURITY_EVENTS = (
    "account",
    "account_handoff",
    "api_key",
    "handoff",
    "identity",
    "invitation",
    "password",
    "second_factor",
    "session",
    "sign_in",
)
CONDITION = " OR ".join(f"event LIKE '{prefix}.%'" for prefix in SECURITY_EVENTS)
INDEXES = {
    "ix_audit_events_security": f"audit_events (actor_id, id) WHERE {CONDITION}",
    "ix_banner_versions_published_by": "banner_versions (published_by)",
    "ix_one_time_tokens_workspace_id": "one_time_tokens (workspace_id)"
    " WHERE workspace_id IS NOT NULL",
}
BLOCK_RANGES = text(
    "SELECT index.relname FROM pg_inherits"
    " JOIN pg_class AS index ON index.oid = inhrelid"
    " WHERE inhparent = 'ix_consent_receipts_id'::regclass"
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for name, index in INDEXES.items():
            op.execute(text(f"CREATE INDEX {name} ON {index}"))
        return
    # An interrupted attempt leaves an index that is not valid. Creating one waits for every
    # transaction there is, such as an export, but nobody waits for it.
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")
        op.execute("SET statement_timeout = 0")
        for name, index in INDEXES.items():
            op.execute(text(f"DROP INDEX CONCURRENTLY IF EXISTS {name}"))
            op.execute(text(f"CREATE INDEX CONCURRENTLY {name} ON {index}"))
        op.execute("SET lock_timeout = '10s'")
        op.execute("SET statement_timeout = '5min'")
    for name in op.get_bind().scalars(BLOCK_RANGES).all():
        op.execute(f"ALTER INDEX {name} SET (autosummarize = on)")


def downgrade() -> None:
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
