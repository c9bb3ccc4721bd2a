"""An index of domains by registrable domain: one site is checked so often, whoever lists it.

Revision ID: 2026_11_22_root_domains
Revises: 2026_11_22_hardening
"""

from alembic import op

revision = "2026_11_22_root_domains"
down_revision = "2026_11_22_hardening"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        op.f("ix_domains_root_domain_last_checked_at"),
        "domains",
        ["root_domain", "last_checked_at"],
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_domains_root_domain_last_checked_at"), "domains")
