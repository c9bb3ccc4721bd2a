"""When Stripe was last asked about a subscription.

Revision ID: 2026_11_26_asked_subscriptions
Revises: 2026_11_25_california
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_26_asked_subscriptions"
down_revision = "2026_11_25_california"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("subscriptions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("asked_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("subscriptions", schema=None) as batch_op:
        batch_op.drop_column("asked_at")
