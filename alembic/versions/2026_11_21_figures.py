"""Statistics: decisions by the hour; receipts by the one that they follow.

Revision ID: 2026_11_21_figures
Revises: 2026_11_21_export_manifests
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_figures"
down_revision = "2026_11_21_export_manifests"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consent_figures",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("banner_version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=10), nullable=False),
        sa.Column("device", sa.String(length=7), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id",
            "domain_id",
            "hour",
            "banner_version",
            "action",
            "device",
            "country",
            name="pk_consent_figures",
        ),
    )
    op.create_index("ix_consent_figures_hour", "consent_figures", ["workspace_id", "hour"])
    op.create_table(
        "consent_figures_until",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_consent_figures_until"),
    )
    followed = sa.text("former_receipt_id IS NOT NULL")
    op.create_index(
        "ix_consent_receipts_former",
        "consent_receipts",
        ["workspace_id", "former_receipt_id"],
        postgresql_where=followed,
        sqlite_where=followed,
    )


def downgrade() -> None:
    op.drop_index("ix_consent_receipts_former", table_name="consent_receipts")
    op.drop_table("consent_figures_until")
    op.drop_table("consent_figures")
