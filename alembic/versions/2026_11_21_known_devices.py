"""The devices that people have signed in from.

Revision ID: 2026_11_21_known_devices
Revises: 2026_11_21_impressions
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_known_devices"
down_revision = "2026_11_21_impressions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "known_devices",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("device", sa.String(length=102), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_known_devices_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "device", name="pk_known_devices"),
    )
    op.create_index(
        "ix_known_devices_last_seen_at", "known_devices", ["last_seen_at"], unique=False
    )


def downgrade() -> None:
    op.drop_table("known_devices")
