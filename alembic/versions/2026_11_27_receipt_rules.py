"""What a receipt keeps of the owner's override of its rule.

Revision ID: 2026_11_27_receipt_rules
Revises: 2026_11_27_primary_keys
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_27_receipt_rules"
down_revision = "2026_11_27_primary_keys"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("consent_receipts", sa.Column("rule_model", sa.String(length=7), nullable=True))
    op.add_column("consent_receipts", sa.Column("rule_exempt", sa.String(length=40), nullable=True))


def downgrade() -> None:
    op.drop_column("consent_receipts", "rule_exempt")
    op.drop_column("consent_receipts", "rule_model")
