"""Store the retention of workspaces with a domain in California, which applied while it was there.

Revision ID: 2026_11_25_california
Revises: 2026_11_25_forgotten_rows
"""

from alembic import op

revision = "2026_11_25_california"
down_revision = "2026_11_25_forgotten_rows"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "UPDATE workspaces SET retention_months = 24 WHERE retention_months < 24 AND EXISTS ("
        "SELECT 1 FROM domains WHERE domains.workspace_id = workspaces.id AND region = 'US-CA')"
    )


def downgrade() -> None:
    """Nothing: the former retention applied to no receipt."""
