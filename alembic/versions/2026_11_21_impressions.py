"""Impressions: counters by the hour.

Revision ID: 2026_11_21_impressions
Revises: 2026_11_21_scans
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_impressions"
down_revision = "2026_11_21_scans"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consent_impressions",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("banner_version", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=7), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id",
            "domain_id",
            "hour",
            "banner_version",
            "device",
            name="pk_consent_impressions",
        ),
    )
    op.create_index("ix_consent_impressions_hour", "consent_impressions", ["workspace_id", "hour"])


def downgrade() -> None:
    op.drop_table("consent_impressions")
