"""What a hardened service remembers: the ID tokens and nonces that were used.

Revision ID: 2026_11_22_hardening
Revises: 2026_11_21_trigrams
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_hardening"
down_revision = "2026_11_22_account_security"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "used_id_tokens",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_used_id_tokens")),
    )
    op.create_index(op.f("ix_used_id_tokens_expires_at"), "used_id_tokens", ["expires_at"])


def downgrade() -> None:
    op.drop_table("used_id_tokens")
