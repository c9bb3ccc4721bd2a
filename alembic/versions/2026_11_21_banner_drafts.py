"""Banners: drafts, templates, and whether a version asks visitors again.

Revision ID: 2026_11_21_banner_drafts
Revises: 2026_11_21_notification_mails
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "2026_11_21_banner_drafts"
down_revision = "2026_11_21_notification_mails"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "banner_drafts",
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        *common("banner_drafts"),
        sa.ForeignKeyConstraint(
            ["domain_id"], ["domains.id"], name="fk_banner_drafts_domain_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("domain_id", name="pk_banner_drafts"),
    )
    op.create_index("ix_banner_drafts_workspace_id", "banner_drafts", ["workspace_id"])
    op.create_index("ix_banner_drafts_updated_by", "banner_drafts", ["updated_by"])
    op.create_table(
        "banner_templates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        *common("banner_templates"),
        sa.PrimaryKeyConstraint("id", name="pk_banner_templates"),
        sa.UniqueConstraint("workspace_id", "name", name="uq_banner_templates_workspace_id_name"),
    )
    op.create_index("ix_banner_templates_updated_by", "banner_templates", ["updated_by"])
    op.add_column(
        "banner_versions",
        sa.Column("material", sa.Boolean(), server_default=sa.false(), nullable=False),
    )


def common(table: str) -> list[Any]:
    return [
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.Uuid(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=True),
        sa.Column("content", JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name=f"fk_{table}_workspace_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["updated_by"], ["users.id"], name=f"fk_{table}_updated_by", ondelete="SET NULL"
        ),
    ]


def downgrade() -> None:
    op.drop_column("banner_versions", "material")
    op.drop_table("banner_templates")
    op.drop_table("banner_drafts")
