"""Checkouts, to be asked about in case the events of their payments are lost.

Revision ID: 2026_11_26_checkouts
Revises: 2026_11_26_asked_subscriptions
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_26_checkouts"
down_revision = "2026_11_26_asked_subscriptions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "checkouts",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("asked_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checkouts")),
    )
    op.create_index(op.f("ix_checkouts_created_at"), "checkouts", ["created_at"])


def downgrade() -> None:
    op.drop_table("checkouts")
