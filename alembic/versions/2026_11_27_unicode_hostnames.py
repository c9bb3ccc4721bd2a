"""International hostnames as people type them, to search by.

Revision ID: 2026_11_27_unicode_hostnames
Revises: 2026_11_26_checkouts
"""

import idna
import sqlalchemy as sa
from alembic import op

revision = "2026_11_27_unicode_hostnames"
down_revision = "2026_11_26_checkouts"
branch_labels = None
depends_on = None

BATCH = 500

domains = sa.table(
    "domains", sa.column("id", sa.Uuid()), sa.column("hostname"), sa.column("unicode_hostname")
)


def upgrade() -> None:
    op.add_column("domains", sa.Column("unicode_hostname", sa.String(length=253), nullable=True))
    connection = op.get_bind()
    international = sa.select(domains.c.id, domains.c.hostname).where(
        domains.c.hostname.contains("xn--", autoescape=True)
    )
    rows = [
        {"key": row.id, "decoded": decoded}
        for row in connection.execute(international)
        if (decoded := decode(row.hostname)) != row.hostname
    ]
    change = (
        sa.update(domains)
        .where(domains.c.id == sa.bindparam("key"))
        .values(unicode_hostname=sa.bindparam("decoded"))
    )
    for start in range(0, len(rows), BATCH):
        connection.execute(change, rows[start : start + BATCH])


def decode(hostname: str) -> str:
    return ".".join(map(decode_label, hostname.split(".")))


def decode_label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return idna.decode(label)
    except UnicodeError:
        return label


def downgrade() -> None:
    op.drop_column("domains", "unicode_hostname")
