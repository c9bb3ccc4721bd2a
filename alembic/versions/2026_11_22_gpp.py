"""Whether a domain tells choices by the Global Privacy Platform.

Revision ID: 2026_11_22_gpp
Revises: 2026_11_22_visitor_rules
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_gpp"
down_revision = "2026_11_22_visitor_rules"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "domains", sa.Column("gpp", sa.String(length=8), server_default="off", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("domains", "gpp")
