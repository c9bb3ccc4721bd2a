"""Hourly counts of past days, summed up. A job fills the table from the hourly counts.

Revision ID: 2026_11_22_daily_counts
Revises: 2026_11_22_domain_suspension
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_22_daily_counts"
down_revision = "2026_11_22_domain_suspension"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consent_daily_counts",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("day", UtcDateTime(), nullable=False),
        sa.Column("banner_version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=10), nullable=False),
        sa.Column("device", sa.String(length=7), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id",
            "domain_id",
            "day",
            "banner_version",
            "action",
            "device",
            "country",
            name=op.f("pk_consent_daily_counts"),
        ),
    )
    op.create_index("ix_consent_daily_counts_day", "consent_daily_counts", ["workspace_id", "day"])


def downgrade() -> None:
    op.drop_table("consent_daily_counts")
    # Summed up again after the next upgrade.
    op.execute(sa.text("DELETE FROM consent_figures_until WHERE id = 3"))
