"""Trigrams, by which PostgreSQL finds part of a visitor hash.

Revision ID: 2026_11_21_trigrams
Revises: 2026_11_21_billing
"""

import logging

from alembic import op
from sqlalchemy.exc import DBAPIError

revision = "2026_11_21_trigrams"
down_revision = "2026_11_21_billing"
branch_labels = None
depends_on = None

log = logging.getLogger("consent_app.migrations.migrate")


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    # Citus would still change the extension on the workers, which only its owner may do.
    if connection.exec_driver_sql("SELECT FROM pg_extension WHERE extname = 'pg_trgm'").rowcount:
        return
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except DBAPIError as error:
        # Everything works without it; a search for part of a hash reads more.
        log.warning(
            "The extension pg_trgm cannot be created (%s), so searching old months for a part of a"
            " visitor hash is slow. As a superuser, run CREATE EXTENSION pg_trgm in this database;"
            " the next daily job does the rest.",
            type(error.orig).__name__,
        )


def downgrade() -> None:
    """Leave the extension: others may use it."""
