"""Where a session comes from, known networks, first comers' credentials, disabled accounts.

Every column may be empty: the former release, which knows none of them, still writes rows. A
session without a root is its own.

Revision ID: 2026_11_22_account_security
Revises: 2026_11_21_trigrams
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_account_security"
down_revision = "2026_11_21_trigrams"
branch_labels = None
depends_on = None

SESSION_COLUMNS = ("root_id", "parent_id", "authenticated_at", "bound")
USER_COLUMNS = ("registered_from", "registered_network", "unproved_until", "disabled_at")


def upgrade() -> None:
    _index_subjects()
    with op.batch_alter_table("sessions") as batch:
        batch.add_column(sa.Column("root_id", sa.Uuid(), nullable=True))
        batch.add_column(sa.Column("parent_id", sa.Uuid(), nullable=True))
        batch.add_column(sa.Column("authenticated_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("bound", sa.Boolean(), nullable=True))
        for column in ("root_id", "parent_id"):
            batch.create_foreign_key(
                f"fk_sessions_{column}", "sessions", [column], ["id"], ondelete="CASCADE"
            )
            batch.create_index(f"ix_sessions_{column}", [column], unique=False)
    op.add_column("users", sa.Column("registered_from", sa.String(length=100), nullable=True))
    op.add_column("users", sa.Column("registered_network", sa.String(length=40), nullable=True))
    op.add_column("users", sa.Column("unproved_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("users", sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("guess_windows", sa.Column("told_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("one_time_tokens", sa.Column("bound", sa.Boolean(), nullable=True))
    op.add_column("second_factors", sa.Column("bound", sa.Boolean(), nullable=True))
    op.create_table(
        "known_networks",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("network_hash", sa.String(length=32), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_known_networks_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "network_hash", name="pk_known_networks"),
    )
    op.create_index("ix_known_networks_last_seen_at", "known_networks", ["last_seen_at"])


def _index_subjects() -> None:
    name = "ix_audit_events_subject_id_id"
    if op.get_bind().dialect.name == "sqlite":
        op.create_index(name, "audit_events", ["subject_id", "id"])
        return
    # Before the rest, which is one transaction: an interrupted attempt leaves an index that is not
    # valid. It waits for every transaction there is, such as an export, but nobody waits for it.
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")
        op.execute("SET statement_timeout = 0")
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        op.execute(f"CREATE INDEX CONCURRENTLY {name} ON audit_events (subject_id, id)")
        op.execute("SET lock_timeout = '10s'")
        op.execute("SET statement_timeout = '5min'")


def downgrade() -> None:
    op.drop_index("ix_audit_events_subject_id_id", table_name="audit_events")
    op.drop_table("known_networks")
    op.drop_column("second_factors", "bound")
    op.drop_column("one_time_tokens", "bound")
    op.drop_column("guess_windows", "told_at")
    for column in USER_COLUMNS:
        op.drop_column("users", column)
    with op.batch_alter_table("sessions") as batch:
        for column in ("root_id", "parent_id"):
            batch.drop_index(f"ix_sessions_{column}")
            batch.drop_constraint(f"fk_sessions_{column}", type_="foreignkey")
        for column in SESSION_COLUMNS:
            batch.drop_column(column)
