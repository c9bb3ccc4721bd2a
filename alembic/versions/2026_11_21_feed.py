"""The feed: what happened in a workspace, and what its members have read.

Revision ID: 2026_11_21_feed
Revises: 2026_11_21_people
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_feed"
down_revision = "2026_11_21_people"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "feed_reads",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_feed_reads_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_feed_reads_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("workspace_id", "user_id", name="pk_feed_reads"),
    )
    op.create_index("ix_feed_reads_user_id", "feed_reads", ["user_id"], unique=False)
    op.create_table(
        "workspace_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=True),
        sa.Column("hostname", sa.String(length=253), nullable=True),
        sa.Column("subject", sa.String(length=254), nullable=True),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_workspace_events_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_workspace_events"),
    )
    op.create_index(
        "ix_workspace_events_workspace_id_id",
        "workspace_events",
        ["workspace_id", "id"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_table("workspace_events")
    op.drop_table("feed_reads")
