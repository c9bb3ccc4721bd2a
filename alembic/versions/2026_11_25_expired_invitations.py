"""An index of invitations by their expiry, for the job that deletes them.

Revision ID: 2026_11_25_expired_invitations
Revises: 2026_11_22_daily_counts
"""

from alembic import op

revision = "2026_11_25_expired_invitations"
down_revision = "2026_11_22_daily_counts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_invitations_expires_at"), "invitations", ["expires_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_invitations_expires_at"), "invitations")
