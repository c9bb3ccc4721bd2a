"""Decisions by rule, and the rules that a domain is judged by.

Revision ID: 2026_11_22_rule_counts
Revises: 2026_11_22_gpp
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_22_rule_counts"
down_revision = "2026_11_22_gpp"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consent_rule_counts",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("hour", UtcDateTime(), nullable=False),
        sa.Column("rule_id", sa.String(length=16), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id", "domain_id", "hour", "rule_id", name=op.f("pk_consent_rule_counts")
        ),
    )
    op.create_index("ix_consent_rule_counts_hour", "consent_rule_counts", ["hour"])
    op.add_column(
        "domains",
        sa.Column("visitor_rules", sa.String(length=400), server_default="", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("domains", "visitor_rules")
    op.drop_table("consent_rule_counts")
