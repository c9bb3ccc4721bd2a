"""Rules by the visitor's place: what a domain overrides of them, and what a receipt keeps.

Revision ID: 2026_11_22_visitor_rules
Revises: 2026_11_22_conditions
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_22_visitor_rules"
down_revision = "2026_11_22_conditions"
branch_labels = None
depends_on = None

RECEIPT_COLUMNS = ("rule_id", "rule_version", "limit_sensitive")


def upgrade() -> None:
    op.add_column(
        "domains",
        sa.Column("unknown_place", sa.String(length=9), server_default="strictest", nullable=False),
    )
    op.add_column(
        "domains",
        sa.Column("limit_sensitive", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_table(
        "domain_rules",
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("rule_id", sa.String(length=16), nullable=False),
        sa.Column("rule_version", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(length=7), nullable=False),
        sa.Column("exempt", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.Column("changed_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["domain_id"],
            ["domains.id"],
            name=op.f("fk_domain_rules_domain_id_domains"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("domain_id", "rule_id", name=op.f("pk_domain_rules")),
    )
    op.add_column("consent_receipts", sa.Column("rule_id", sa.String(length=16), nullable=True))
    op.add_column("consent_receipts", sa.Column("rule_version", sa.SmallInteger(), nullable=True))
    op.add_column("consent_receipts", sa.Column("limit_sensitive", sa.Boolean(), nullable=True))


def downgrade() -> None:
    for column in RECEIPT_COLUMNS:
        op.drop_column("consent_receipts", column)
    op.drop_table("domain_rules")
    op.drop_column("domains", "limit_sensitive")
    op.drop_column("domains", "unknown_place")
