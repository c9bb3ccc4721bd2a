"""PostgreSQL's plan of every query that reads receipts, on a benchmark's database."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, Engine, Select, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import Session

from consent_app.receipts.models import consent_receipts
from consent_app.receipts.queries import (
    ReceiptFilters,
    ReceiptQuery,
    page_statement,
    with_search_hints,
)

_SHOWN = re.compile(r"Index Name|Scan|Join|Append|Limit|Sort|Nested Loop|Cond:|Filter:|Execution")
# The lines of all partitions are alike.
_MONTH = re.compile(r"consent_receipts_(\d{4}_\d{2}|default)\w*( consent_receipts_\d+)?")
_ID = re.compile(r"'[0-9a-f-]{36}'::uuid")


def reads(
    session: Session, workspace_id: UUID, sample: dict[str, str]
) -> dict[str, Select[object]]:
    """Return each kind of query by name, as the service sends it.

    ``sample`` has a ``domain``, a ``receipt`` and a visitor's ``hash``.
    """
    now = datetime.now(UTC)
    filters_by_name = {
        "no filter": ReceiptFilters(),
        "domainId": ReceiptFilters(domain_id=UUID(sample["domain"])),
        "action": ReceiptFilters(action="custom"),
        "source": ReceiptFilters(source="gpc"),
        "country": ReceiptFilters(country="AT"),
        "device": ReceiptFilters(device="tablet"),
        "from": ReceiptFilters(from_=now - timedelta(days=200)),
        "to": ReceiptFilters(to=now - timedelta(days=200)),
        "status": ReceiptFilters(status="expired"),
        "q, a receipt's id": ReceiptFilters(q=sample["receipt"]),
        "q, a visitor's hash": ReceiptFilters(q=sample["hash"]),
        "q, the beginning of a hash": ReceiptFilters(q=sample["hash"][:8]),
        "q, a part of a hash": ReceiptFilters(q=sample["hash"][5:15]),
        "country and device": ReceiptFilters(country="AT", device="tablet"),
    }
    results: dict[str, Select[object]] = {
        name: page_statement(
            with_search_hints(session, ReceiptQuery(workspace_id, filters, 101, None, now))
        )
        for name, filters in filters_by_name.items()
    }
    results["one receipt, for its visitor"] = select(consent_receipts).where(
        consent_receipts.c.id == UUID(sample["receipt"])
    )
    return results


def explain(engine: Engine, workspace_id: UUID) -> str:
    """Return Markdown: each query with its plan, without the lines of further partitions."""
    with Session(engine) as session:
        row = session.execute(
            select(
                consent_receipts.c.id, consent_receipts.c.domain_id, consent_receipts.c.ip_hash
            ).limit(1)
        ).one()
        sample = {"receipt": str(row.id), "domain": str(row.domain_id), "hash": row.ip_hash}
        return "\n".join(
            f"## {name}\n\n```\n{_plan(session.connection(), statement)}\n```\n"
            for name, statement in reads(session, workspace_id, sample).items()
        )


def _plan(connection: Connection, statement: Select[object]) -> str:
    sql = str(
        statement.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    )
    lines = connection.exec_driver_sql(
        f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY ON) {sql.replace('%%', '%')}".replace(
            "%", "%%"
        )
    ).scalars()
    steps: list[str] = []
    for line in lines:
        if _SHOWN.search(line) is None or "never executed" in line:
            continue
        general = _MONTH.sub("consent_receipts_MONTH", line)
        general = _ID.sub("$id", general)
        general = re.sub(r"\(actual rows=\d+ loops=\d+\)", "", general).rstrip()
        if general not in steps:
            steps.append(general)
    return "\n".join(steps)
