"""The score and the findings of a domain, stored instead of computed with every reading.

Revision ID: 2026_11_22_compliance_score
Revises: 2026_11_22_root_domains
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_compliance_score"
down_revision = "2026_11_22_root_domains"
branch_labels = None
depends_on = None

BATCH = 1000
LANGUAGES = {
    "EU": frozenset(
        "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split()
    ),
    "UK": frozenset({"en"}),
    "US-CA": frozenset({"en"}),
}

domains = sa.table(
    "domains",
    sa.column("id", sa.Uuid()),
    sa.column("region", sa.String()),
    sa.column("status", sa.String()),
    sa.column("ssl_ok", sa.Boolean()),
    sa.column("gpc_refuses", sa.String()),
    sa.column("renew_after_months", sa.Integer()),
    sa.column("banner_policy_url", sa.Boolean()),
    sa.column("banner_purposes_named", sa.Boolean()),
    sa.column("banner_locales", sa.String()),
    sa.column("banner_equal_choice", sa.Boolean()),
    sa.column("banner_nothing_prechosen", sa.Boolean()),
    sa.column("banner_withdrawable", sa.Boolean()),
    sa.column("score", sa.Integer()),
    sa.column("findings", sa.String()),
)
scans = sa.table("scans", sa.column("domain_id", sa.Uuid()), sa.column("status", sa.String()))


def upgrade() -> None:
    _add_columns()
    fill(op.get_bind())


def _add_columns() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # Committed at once: nobody could read a domain while all of them are scored.
        with op.get_context().autocommit_block():
            op.execute(
                "ALTER TABLE domains ADD COLUMN IF NOT EXISTS score INTEGER DEFAULT 0 NOT NULL,"
                " ADD COLUMN IF NOT EXISTS findings VARCHAR(400) DEFAULT '' NOT NULL"
            )
        return
    op.add_column("domains", sa.Column("score", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "domains",
        sa.Column("findings", sa.String(length=400), server_default="", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("domains", "findings")
    op.drop_column("domains", "score")


def fill(connection: sa.Connection) -> None:
    """Score every domain, a batch at a time, with a statement for each different score."""
    scanned = sa.exists().where(scans.c.domain_id == domains.c.id, scans.c.status == "completed")
    statement = sa.select(domains, scanned.label("scanned")).order_by(domains.c.id).limit(BATCH)
    rows = connection.execute(statement).all()
    while rows:
        ids_by_findings: dict[tuple[int, str], list] = {}
        for row in rows:
            broken = [(name, weight) for name, weight, is_met in rules(row) if not is_met]
            score = max(0, 100 - sum(weight for _, weight in broken))
            findings = ",".join(name for name, _ in broken)
            ids_by_findings.setdefault((score, findings), []).append(row.id)
        for (score, findings), ids in ids_by_findings.items():
            connection.execute(
                sa.update(domains)
                .where(domains.c.id.in_(ids))
                .values(score=score, findings=findings)
            )
        rows = connection.execute(statement.where(domains.c.id > rows[-1].id)).all()


def rules(row: sa.Row) -> list[tuple[str, int, bool]]:
    """Return the rules of this release: name, weight, and whether the domain meets it."""
    wanted = LANGUAGES.get(row.region or "")
    languages = {tag.partition("-")[0] for tag in row.banner_locales.split(",")}
    return [
        ("equal_choice", 20, row.banner_equal_choice),
        ("nothing_prechosen", 20, row.banner_nothing_prechosen),
        ("policy_url", 10, row.banner_policy_url),
        ("purposes_named", 15, row.banner_purposes_named),
        ("withdrawal", 15, row.banner_withdrawable),
        ("gpc", 10, row.gpc_refuses in ("all", "marketing")),
        ("renewal", 10, row.renew_after_months <= 12),
        ("languages", 10, wanted is None or bool(wanted & languages)),
        ("domain_verified", 8, row.status == "verified"),
        ("tls", 5, row.ssl_ok),
        ("site_scanned", 20, row.scanned),
    ]
