"""Each filter of the receipts, and each pair of them, is served by an index on both databases."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.db.engine import create_engine
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.partition_queries import (
    get_unindexed_partitions,
    index_partition,
)
from consent_app.receipts.queries import (
    ReceiptFilters,
    ReceiptQuery,
    export_statement,
    get_page,
    page_statement,
    with_search_hints,
)
from tests.support.databases import Databases
from tests.support.partitions import make_partitions
from tests.support.receipt_rows import row

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
ROWS = 12_000
# One that is past the receipts' 12 months, one that is over, one that is written to.
MONTHS = [
    datetime(year, month, 1, tzinfo=UTC) for year, month in ((2025, 10), (2026, 10), (2026, 11))
]
MINE, OTHER = UUID(int=1), UUID(int=2)
DOMAINS = [UUID(int=10 + number) for number in range(8)]
HASHES = [f"{chance.getrandbits(128):032x}" for chance in [random.Random(1)] for _ in range(300)]
FILLED = [f"consent_receipts_{month:%Y_%m}" for month in MONTHS]
FILTERS: dict[str, Any] = {
    "domain_id": DOMAINS[3],
    "action": "reject_all",
    "source": "gpc",
    "country": "FR",
    "from_": NOW - timedelta(days=300),
    "to": NOW - timedelta(days=200),
    "device": "tablet",
    "status": "expired",
    "q": HASHES[7][4:16],
}


@pytest.fixture(scope="module")
def filled(databases: Databases) -> Iterator[dict[str, Any]]:
    """An engine for each kind of database, with enough receipts for an index to be worth it."""
    chance = random.Random(2)
    rows = [
        row(
            MONTHS[number % 3] + timedelta(days=20) * number / ROWS,
            MINE if number % 4 == 0 else OTHER,
            domain_id=chance.choice(DOMAINS),
            action=chance.choice(["accept_all", "reject_all", "custom"]),
            source=chance.choice(["banner", "banner", "banner", "gpc"]),
            country=chance.choice(["DE", "FR", "US", "AT", None]),
            device=chance.choice(["desktop", "mobile", "mobile", "tablet"]),
            ip_hash=chance.choice(HASHES),
        )
        for number in range(ROWS)
    ]
    engines = {}
    for dialect in ("sqlite", "postgresql"):
        if not databases.has(dialect):
            continue
        engine = engines[dialect] = create_engine(databases.fresh(dialect))
        if dialect == "postgresql":
            for month in MONTHS:
                make_partitions(engine, month)
        with engine.begin() as connection:
            connection.execute(consent_receipts.insert(), rows)
            if dialect == "postgresql":
                for month in get_unindexed_partitions(connection, NOW):
                    assert index_partition(connection, month)
            connection.execute(text("ANALYZE"))
    yield engines
    for engine in engines.values():
        engine.dispose()


def cases() -> list[tuple[str, ...]]:
    return [
        (),
        *((name,) for name in FILTERS),
        *itertools.combinations(FILTERS, 2),
    ]


def test_every_filter_and_each_pair_has_its_index(dialect: str, filled: dict[str, Any]) -> None:
    engine = filled[dialect]
    with engine.connect() as connection:
        wrong = {
            names: matching_ids
            for names in cases()
            if (matching_ids := list(_wrong(connection, dialect, {n: FILTERS[n] for n in names})))
        }
        assert wrong == {}
        for q in (str(UUID(int=77)), HASHES[3], HASHES[3][:5]):
            assert list(_wrong(connection, dialect, {"q": q})) == []


def _wrong(connection: Any, dialect: str, value: dict[str, Any]) -> Iterator[str]:
    statement = page_statement(ReceiptQuery(MINE, ReceiptFilters(**value), 101, None, NOW))
    kind: Any = postgresql if dialect == "postgresql" else sqlite
    sql = statement.compile(dialect=kind.dialect(), compile_kwargs={"literal_binds": True})
    compiled = str(sql).replace("%%", "%").replace("%", "%%")
    if dialect == "postgresql":
        (plan,) = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {compiled}").one()
        yield from _wrong_nodes((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
        return
    compiled = str(sql)
    for line in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}").all():
        detail = line[-1]
        if detail == "SCAN consent_receipts" or "TEMP B-TREE" in detail:
            yield detail


def _wrong_nodes(node: dict[str, Any]) -> Iterator[str]:
    place = f"{node['Node Type']} {node.get('Relation Name', '')} {node['Plan Rows']}"
    relation = node.get("Relation Name", "")
    # A few pages that never held anything may be read completely.
    if node["Node Type"] == "Seq Scan" and relation in FILLED:
        yield place
    if node["Node Type"] in ("Sort", "Incremental Sort") and node["Plan Rows"] > ROWS / 10:
        yield place
    for child in node.get("Plans", []):
        yield from _wrong_nodes(child)


@pytest.mark.parametrize("digit", ["0", "9", "a", "f"])
def test_the_beginning_of_a_hash_comes_before_a_part_of_one(
    dialect: str, filled: dict[str, Any], digit: str
) -> None:
    """By the index, also where the last digit's successor is in another collation's place."""

    def matching_ids(session: Session, q: str) -> set[str]:
        query = ReceiptQuery(MINE, ReceiptFilters(q=q), 5000, None, NOW)
        return {receipt.ip_hash for receipt in get_page(session, query)}

    prefix = next(digest for digest in HASHES if digest[4] == digit)[:5]
    part = next(
        digest[9:16] for digest in HASHES if not any(h.startswith(digest[9:16]) for h in HASHES)
    )
    with Session(filled[dialect]) as session:
        assert matching_ids(session, prefix) == {
            digest for digest in HASHES if digest.startswith(prefix)
        }
        assert matching_ids(session, part.upper()) == {
            digest for digest in HASHES if part in digest
        }
        query = ReceiptQuery(MINE, ReceiptFilters(q=prefix), 5, None, NOW)
        assert with_search_hints(session, query).filters.is_prefix
        statement = page_statement(with_search_hints(session, query))
        if dialect == "postgresql":
            sql = statement.compile(
                dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}
            )
            plan = session.connection().exec_driver_sql(f"EXPLAIN {sql}").scalars().all()
            assert "_ip_hash" in str(plan)


def test_a_long_part_of_a_hash_is_not_looked_for_in_the_order_of_the_ids(
    dialect: str, filled: dict[str, Any]
) -> None:
    """In that order, a few matches among millions of receipts take as long as reading them all."""
    query = ReceiptQuery(MINE, ReceiptFilters(q=HASHES[7][4:16]), 2, None, NOW)
    with Session(filled[dialect]) as session:
        rare = with_search_hints(session, query)
        ids = [row[0] for row in session.execute(page_statement(rare))]
        assert len(ids) == 2
        assert ids == [row[0] for row in session.execute(page_statement(query))]
        if dialect == "sqlite":
            return
        assert ids == [str(row.id) for row in session.execute(export_statement(rare))]
        # Sorting is then the last choice.
        session.execute(text("SET LOCAL enable_sort = off"))
        for statement in (page_statement(rare), export_statement(rare)):
            sql = statement.compile(
                dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}
            )
            plan = str(session.connection().exec_driver_sql(f"EXPLAIN {sql}").scalars().all())
            assert "Merge Append" not in plan
            assert "Sort Key" in plan


def test_months_that_are_over_find_part_of_a_hash_by_trigrams(
    dialect: str, filled: dict[str, Any]
) -> None:
    if dialect == "sqlite":
        return
    with filled[dialect].begin() as connection:
        indexed = set(
            connection.scalars(
                text("SELECT tablename FROM pg_indexes WHERE indexname LIKE '%_trigrams'")
            )
        )
        assert "consent_receipts_2026_10" in indexed
        assert "consent_receipts_2026_11" not in indexed
        assert get_unindexed_partitions(connection, NOW) == []
        assert get_unindexed_partitions(connection, datetime(2026, 12, 1, 0, 30, tzinfo=UTC)) == []
        assert get_unindexed_partitions(connection, datetime(2026, 12, 1, 2, tzinfo=UTC)) == [
            "consent_receipts_2026_11"
        ]
        assert index_partition(connection, "consent_receipts_2026_11")
        assert not index_partition(connection, "consent_receipts_2026_11")
        plan = connection.execute(
            text(
                "EXPLAIN SELECT id FROM consent_receipts_2026_10"
                f" WHERE ip_hash LIKE '%%{HASHES[7][4:16]}%%'"
            )
        )
        assert "consent_receipts_2026_10_trigrams" in str(plan.all())
        connection.rollback()
