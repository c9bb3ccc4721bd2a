"""When each finding of a domain began and ended.

Revision ID: 2026_11_22_conditions
Revises: 2026_11_22_site_changes
"""

import sqlalchemy as sa
from alembic import op

from consent_app.db.types import UtcDateTime

revision = "2026_11_22_conditions"
down_revision = "2026_11_22_site_changes"
branch_labels = None
depends_on = None

BATCH = 1000
UNVERIFIED = "domain_verified"

domains = sa.table(
    "domains",
    sa.column("id", sa.Uuid()),
    sa.column("workspace_id", sa.Uuid()),
    sa.column("findings", sa.String()),
    sa.column("created_at", UtcDateTime()),
    sa.column("published_version", sa.Integer()),
)
versions = sa.table(
    "banner_versions",
    sa.column("domain_id", sa.Uuid()),
    sa.column("version", sa.Integer()),
    sa.column("published_at", UtcDateTime()),
)
conditions = sa.table(
    "domain_conditions",
    sa.column("workspace_id", sa.Uuid()),
    sa.column("domain_id", sa.Uuid()),
    sa.column("rule", sa.String()),
    sa.column("began_at", UtcDateTime()),
)


def upgrade() -> None:
    op.create_table(
        "domain_conditions",
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("rule", sa.String(40), nullable=False),
        sa.Column("began_at", UtcDateTime(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("domain_id", "rule", "began_at", name="pk_domain_conditions"),
        sa.ForeignKeyConstraint(
            ["domain_id"],
            ["domains.id"],
            name="fk_domain_conditions_domain_id_domains",
            ondelete="CASCADE",
        ),
    )
    is_open = sa.text("ended_at IS NULL")
    op.create_index(
        "uq_domain_conditions_open",
        "domain_conditions",
        ["domain_id", "rule"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index(
        "ix_domain_conditions_workspace_id",
        "domain_conditions",
        ["workspace_id"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index("ix_domain_conditions_ended_at", "domain_conditions", ["ended_at"])
    fill(op.get_bind())


def downgrade() -> None:
    op.drop_table("domain_conditions")


def fill(connection: sa.Connection) -> None:
    """Begin present findings where the feed has dated them so far, so that they keep their ids."""
    published = (versions.c.domain_id == domains.c.id) & (
        versions.c.version == domains.c.published_version
    )
    statement = (
        sa.select(domains, versions.c.published_at)
        .outerjoin(versions, published)
        .order_by(domains.c.id)
        .limit(BATCH)
    )
    rows = connection.execute(statement).all()
    while rows:
        begun = [
            {
                "workspace_id": row.workspace_id,
                "domain_id": row.id,
                "rule": rule,
                "began_at": row.created_at
                if rule == UNVERIFIED
                else row.published_at or row.created_at,
            }
            for row in rows
            for rule in row.findings.split(",")
            if rule
        ]
        if begun:
            connection.execute(conditions.insert(), begun)
        rows = connection.execute(statement.where(domains.c.id > rows[-1].id)).all()
