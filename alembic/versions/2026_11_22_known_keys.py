"""The secret keys that a database was used with, so that a server with others does not start.

Revision ID: 2026_11_22_known_keys
Revises: 2026_11_22_compliance_score
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_known_keys"
down_revision = "2026_11_22_compliance_score"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "known_keys",
        sa.Column("key_id", sa.String(16), nullable=False),
        sa.Column("check_value", sa.LargeBinary(32), nullable=False),
        sa.Column("first_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key_id", name=op.f("pk_known_keys")),
    )


def downgrade() -> None:
    op.drop_table("known_keys")
