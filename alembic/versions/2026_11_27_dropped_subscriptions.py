"""Subscriptions whose workspace was deleted before they had ended.

Revision ID: 2026_11_27_dropped_subscriptions
Revises: 2026_11_27_unicode_hostnames
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_27_dropped_subscriptions"
down_revision = "2026_11_27_unicode_hostnames"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dropped_subscriptions",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("dropped_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dropped_subscriptions")),
    )


def downgrade() -> None:
    op.drop_table("dropped_subscriptions")
