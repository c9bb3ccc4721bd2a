from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.ids import new_id
from consent_app.receipts import partition_queries
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.partition_queries import (
    count_partition,
    drop_partition,
    make_partition,
)
from tests.support.partitions import make_partitions


def receipt(at: datetime) -> dict[str, object]:
    row = {column.name: None for column in consent_receipts.columns}
    texts = "hostname action source device regime categories surface script_digest controller"
    row |= dict.fromkeys(texts.split(), "x")
    row |= dict.fromkeys(("analytics", "marketing", "preferences", "gpc_signal"), True)
    return row | {
        "workspace_id": uuid.UUID(int=1),
        "domain_id": uuid.UUID(int=2),
        "renew_after_months": 12,
        "id": new_id(at),
    }


@pytest.mark.cluster
def test_months_are_made_ahead_and_take_what_came_before(
    dialect: str, fresh_database_url: str
) -> None:
    if dialect == "sqlite":
        # One table, and nothing to make: the job looks at the database and leaves.
        return
    now = datetime(2026, 11, 21, 10, tzinfo=UTC)
    engine = create_engine(fresh_database_url)
    instants = [now - timedelta(days=40), now, now + timedelta(days=30), now + timedelta(days=400)]
    with engine.begin() as connection:
        for at in instants:
            connection.execute(consent_receipts.insert(), receipt(at))
    assert make_partitions(engine, now) == [
        "consent_receipts_2026_11",
        "consent_receipts_2026_12",
        "consent_receipts_2027_01",
        "consent_receipts_2027_02",
    ]
    assert make_partitions(engine, now) == []
    assert make_partitions(engine, now + timedelta(days=31)) == ["consent_receipts_2027_03"]
    with engine.begin() as connection:
        where = dict(
            connection.execute(
                text("SELECT tableoid::regclass::text, count(*) FROM consent_receipts GROUP BY 1")
            ).all()
        )
        assert where == {
            "consent_receipts_2026_11": 1,
            "consent_receipts_2026_12": 1,
            "consent_receipts_default": 2,
        }
        index = "SELECT reloptions FROM pg_class WHERE relname = 'consent_receipts_2026_11_id_idx'"
        assert connection.scalar(text(index)) == ["autosummarize=on"]
        plan = connection.execute(
            text(
                "EXPLAIN SELECT * FROM consent_receipts WHERE workspace_id = :w AND id >= :low"
                " ORDER BY id DESC LIMIT 10"
            ),
            {"w": uuid.UUID(int=1), "low": new_id(now + timedelta(days=60))},
        )
        assert "consent_receipts_2026_11" not in str(plan.scalars().all())
        assert len(connection.execute(select(consent_receipts.c.id)).all()) == 4
    engine.dispose()


def test_readers_see_every_row_while_its_month_is_made(
    dialect: str, fresh_database_url: str
) -> None:
    if dialect == "sqlite":
        return
    engine = create_engine(fresh_database_url)
    partitions: set[int] = set()
    for number in range(20):
        now = datetime(2026, 11, 21, tzinfo=UTC) + timedelta(days=125 * number)
        rows = [receipt(now) for _ in range(3)]
        with engine.begin() as connection:
            for row in rows:
                connection.execute(consent_receipts.insert(), row)
        mine = select(consent_receipts.c.id).where(
            consent_receipts.c.workspace_id == uuid.UUID(int=1),
            consent_receipts.c.id.in_([row["id"] for row in rows]),
        )
        done = Event()

        def read(statement: Any = mine, done: Event = done) -> None:
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                while not done.is_set():
                    partitions.add(len(connection.scalars(statement).all()))

        readers = [Thread(target=read) for _ in range(3)]
        for reader in readers:
            reader.start()
        make_partitions(engine, now)
        done.set()
        for reader in readers:
            reader.join()
    engine.dispose()
    assert partitions == {3}


def test_a_month_is_not_added_while_an_export_lasts(dialect: str, fresh_database_url: str) -> None:
    """Lists of receipts would wait as long, behind the lock that adding it needs."""
    if dialect == "sqlite":
        return
    engine = create_engine(fresh_database_url, options=DatabaseOptions(statement_seconds=20))
    start = datetime(2026, 11, 1, tzinfo=UTC)
    with engine.connect() as export:
        export.execute(select(consent_receipts.c.id).limit(1))
        with engine.begin() as connection, pytest.raises(OperationalError, match="lock timeout"):
            make_partition(connection, start)
    with engine.begin() as connection:
        assert make_partition(connection, start)
    engine.dispose()


@pytest.mark.cluster
def test_a_month_stays_where_it_is_if_moving_it_takes_long(
    dialect: str, fresh_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could record or read receipts in the meantime, and it would fail after a minute."""
    if dialect == "sqlite":
        return
    monkeypatch.setattr(partition_queries, "MAX_MOVED", 2)
    engine, now = create_engine(fresh_database_url), datetime(2026, 11, 21, tzinfo=UTC)
    next_month = now + timedelta(days=30)
    with engine.begin() as connection:
        rows = [receipt(at) for at in (*[now] * 3, *[next_month] * 2)]
        connection.execute(consent_receipts.insert(), rows)
    for made in (["2026_12", "2027_01", "2027_02"], []):
        assert make_partitions(engine, now) == [f"consent_receipts_{month}" for month in made]
    with engine.begin() as connection:
        assert len(connection.execute(select(consent_receipts.c.id)).all()) == 5
        assert connection.scalar(text("SELECT count(*) FROM consent_receipts_default")) == 3
    engine.dispose()


def test_counting_a_large_month_is_not_limited(dialect: str, fresh_database_url: str) -> None:
    if dialect == "sqlite":
        return
    engine = create_engine(fresh_database_url)
    now = datetime(2026, 11, 21, tzinfo=UTC)
    make_partitions(engine, now)
    with engine.begin() as connection:
        connection.execute(consent_receipts.insert(), [receipt(now) for _ in range(3)])
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL statement_timeout = '20s'"))
        assert count_partition(connection, "consent_receipts_2026_11") == {uuid.UUID(int=1): 3}
        assert connection.scalar(text("SHOW statement_timeout")) == "0"
        drop_partition(connection, "consent_receipts_2026_11")
        assert count_partition(connection, "consent_receipts_2026_11") is None
    engine.dispose()
