"""A site is no longer marked down for a scan where no scanner has been at work.

Revision ID: 2026_11_22_scan_rule
Revises: 2026_11_22_known_keys
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_scan_rule"
down_revision = "2026_11_22_known_keys"
branch_labels = None
depends_on = None

BATCH = 1000
RULE = "site_scanned"
WEIGHTS = {
    "equal_choice": 20,
    "nothing_prechosen": 20,
    "policy_url": 10,
    "purposes_named": 15,
    "withdrawal": 15,
    "gpc": 10,
    "renewal": 10,
    "languages": 10,
    "domain_verified": 8,
    "tls": 5,
    RULE: 20,
}

domains = sa.table(
    "domains",
    sa.column("id", sa.Uuid()),
    sa.column("score", sa.Integer()),
    sa.column("findings", sa.String()),
)
scans = sa.table(
    "scans", sa.column("domain_id", sa.Uuid()), sa.column("finished_at", sa.DateTime())
)


def upgrade() -> None:
    ended = sa.exists().where(scans.c.domain_id == domains.c.id, scans.c.finished_at.is_not(None))
    rescore(op.get_bind(), sa.not_(ended), add=False)


def downgrade() -> None:
    completed = sa.exists().where(scans.c.domain_id == domains.c.id)
    rescore(op.get_bind(), sa.not_(completed), add=True)


def rescore(connection: sa.Connection, condition: sa.ColumnElement[bool], *, add: bool) -> None:
    """Add the rule to the findings of these domains, or take it away; a batch at a time."""
    statement = (
        sa.select(domains.c.id, domains.c.findings)
        .where(condition)
        .order_by(domains.c.id)
        .limit(BATCH)
    )
    rows = connection.execute(statement).all()
    while rows:
        ids_by_findings: dict[str, list] = {}
        for row in rows:
            rules = [rule for rule in row.findings.split(",") if rule and rule != RULE]
            findings = ",".join([*rules, RULE] if add else rules)
            ids_by_findings.setdefault(findings, []).append(row.id)
        for findings, ids in ids_by_findings.items():
            lost = sum(WEIGHTS.get(rule, 0) for rule in findings.split(","))
            connection.execute(
                sa.update(domains)
                .where(domains.c.id.in_(ids))
                .values(score=max(0, 100 - lost), findings=findings)
            )
        rows = connection.execute(statement.where(domains.c.id > rows[-1].id)).all()
