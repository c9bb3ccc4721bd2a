"""Notification mails: who chose which, who wants none, and which were caused already.

Revision ID: 2026_11_21_notification_mails
Revises: 2026_11_21_domain_checks
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_notification_mails"
down_revision = "2026_11_21_domain_checks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mail_suppressions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("address_hash", sa.LargeBinary(), nullable=False),
        sa.Column("address_sealed", sa.Text(), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("mail_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mail_suppressions"),
        sa.UniqueConstraint("address_hash", name="uq_mail_suppressions_address_hash"),
    )
    op.create_table(
        "mailed_notifications",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("mail_id", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_mailed_notifications_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "workspace_id", "mail_id", "subject", name="pk_mailed_notifications"
        ),
    )
    op.create_index(
        "ix_mailed_notifications_created_at", "mailed_notifications", ["created_at"], unique=False
    )
    op.create_table(
        "mail_preferences",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("mail_id", sa.String(length=40), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["memberships.workspace_id", "memberships.user_id"],
            name="fk_mail_preferences_membership",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("workspace_id", "user_id", "mail_id", name="pk_mail_preferences"),
    )
    op.create_index(
        "ix_mail_preferences_mail_id_workspace_id",
        "mail_preferences",
        ["mail_id", "workspace_id"],
        unique=False,
    )
    with op.batch_alter_table("workspace_events") as batch:
        batch.alter_column(
            "subject",
            existing_type=sa.String(length=254),
            type_=sa.String(length=400),
            existing_nullable=True,
        )


def downgrade() -> None:
    with op.batch_alter_table("workspace_events") as batch:
        batch.alter_column(
            "subject",
            existing_type=sa.String(length=400),
            type_=sa.String(length=254),
            existing_nullable=True,
            postgresql_using="left(subject, 254)",
        )
    op.drop_table("mail_preferences")
    op.drop_table("mailed_notifications")
    op.drop_table("mail_suppressions")
