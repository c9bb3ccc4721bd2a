"""Decisions by the language and the surface of their banner.

Revision ID: 2026_11_22_presentation_counts
Revises: 2026_11_22_rule_counts
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_22_presentation_counts"
down_revision = "2026_11_22_rule_counts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consent_presentation_counts",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("hour", UtcDateTime(), nullable=False),
        sa.Column("banner_version", sa.Integer(), nullable=False),
        sa.Column("locale", sa.String(length=64), nullable=False),
        sa.Column("surface", sa.String(length=11), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id",
            "domain_id",
            "hour",
            "banner_version",
            "locale",
            "surface",
            name=op.f("pk_consent_presentation_counts"),
        ),
    )
    op.create_index(
        "ix_consent_presentation_counts_hour",
        "consent_presentation_counts",
        ["workspace_id", "hour"],
    )


def downgrade() -> None:
    op.drop_table("consent_presentation_counts")
