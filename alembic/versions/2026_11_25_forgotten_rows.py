"""Indexes for the jobs that delete revoked sessions, and where accounts were registered.

Revision ID: 2026_11_25_forgotten_rows
Revises: 2026_11_25_expired_invitations
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_25_forgotten_rows"
down_revision = "2026_11_25_expired_invitations"
branch_labels = None
depends_on = None

_REVOKED = sa.text("revoked_at IS NOT NULL")
_REGISTERED = sa.text("registered_from IS NOT NULL OR registered_network IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        op.f("ix_sessions_revoked_at"),
        "sessions",
        ["revoked_at"],
        sqlite_where=_REVOKED,
        postgresql_where=_REVOKED,
    )
    op.create_index(
        "ix_users_registered_from",
        "users",
        ["confirmed_at"],
        sqlite_where=_REGISTERED,
        postgresql_where=_REGISTERED,
    )


def downgrade() -> None:
    op.drop_index("ix_users_registered_from", "users")
    op.drop_index(op.f("ix_sessions_revoked_at"), "sessions")
