"""Since when a key is the primary one: a process that lacks the newest of them does not start.

Revision ID: 2026_11_27_primary_keys
Revises: 2026_11_27_dropped_subscriptions
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_27_primary_keys"
down_revision = "2026_11_27_dropped_subscriptions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("known_keys", schema=None) as batch_op:
        batch_op.add_column(sa.Column("primary_since", UtcDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("known_keys", schema=None) as batch_op:
        batch_op.drop_column("primary_since")
