"""The changes that visitors notice, for processes that keep what they show.

Revision ID: 2026_11_22_site_changes
Revises: 2026_11_22_scan_rule
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_site_changes"
down_revision = "2026_11_22_scan_rule"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "site_changes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_site_changes"),
    )


def downgrade() -> None:
    op.drop_table("site_changes")
