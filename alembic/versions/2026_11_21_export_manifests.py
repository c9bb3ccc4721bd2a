"""Exports: their manifests.

Revision ID: 2026_11_21_export_manifests
Revises: 2026_11_21_known_devices
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_export_manifests"
down_revision = "2026_11_21_known_devices"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "export_manifests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("format", sa.String(length=6), nullable=False),
        sa.Column("rows", sa.BigInteger(), nullable=False),
        sa.Column("first_id", sa.Uuid(), nullable=True),
        sa.Column("last_id", sa.Uuid(), nullable=True),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_export_manifests"),
    )


def downgrade() -> None:
    op.drop_table("export_manifests")
