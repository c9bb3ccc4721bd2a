"""Scans: one row each, and one under way for a domain at the most.

Revision ID: 2026_11_21_scans
Revises: 2026_11_21_banner_drafts
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_scans"
down_revision = "2026_11_21_banner_drafts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scans",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=9), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("summary", sa.String(length=400), nullable=True),
        sa.ForeignKeyConstraint(
            ["domain_id"], ["domains.id"], name="fk_scans_domain_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_scans"),
    )
    op.create_index("ix_scans_domain_id_id", "scans", ["domain_id", "id"], unique=False)
    under_way = sa.text("status IN ('queued', 'running')")
    op.create_index(
        "uq_scans_active",
        "scans",
        ["domain_id"],
        unique=True,
        sqlite_where=under_way,
        postgresql_where=under_way,
    )


def downgrade() -> None:
    op.drop_table("scans")
