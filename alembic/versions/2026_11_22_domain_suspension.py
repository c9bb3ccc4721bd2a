"""When an operator suspended a domain.

Revision ID: 2026_11_22_domain_suspension
Revises: 2026_11_22_presentation_counts
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_domain_suspension"
down_revision = "2026_11_22_presentation_counts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("domains", sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("domains", "suspended_at")
