"""Domains: what the score needs of a banner, what visitors feel, and when a check is due.

Revision ID: 2026_11_21_domain_checks
Revises: 2026_11_21_feed
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_domain_checks"
down_revision = "2026_11_21_feed"
branch_labels = None
depends_on = None

# Constant defaults: PostgreSQL adds such a column without writing the table, and the former
# release, which knows none of them, still inserts.
FLAGS: dict[str, Any] = {
    "banner_equal_choice": sa.true(),
    "banner_nothing_prechosen": sa.true(),
    "banner_withdrawable": sa.true(),
    "count_impressions": sa.true(),
    "reload_on_withdrawal": sa.false(),
}


def upgrade() -> None:
    for name, default in FLAGS.items():
        flag = sa.Column(name, sa.Boolean(), server_default=default, nullable=False)
        op.add_column("domains", flag)
    op.add_column("domains", sa.Column("next_check_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "domains", sa.Column("failed_checks", sa.Integer(), server_default="0", nullable=False)
    )
    op.create_index("ix_domains_next_check_at", "domains", ["next_check_at"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_domains_next_check_at", table_name="domains")
    op.drop_column("domains", "failed_checks")
    op.drop_column("domains", "next_check_at")
    for name in reversed(FLAGS):
        op.drop_column("domains", name)
