"""Rows that PostgreSQL sends with COPY, of any size and number, and readers who leave."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg2
import pytest
from sqlalchemy import Engine

from consent_app.db.engine import create_engine
from consent_app.exports.copied_rows import CopiedRows
from tests.support import postgres
from tests.support.databases import Databases


@pytest.fixture
def engine(databases: Databases) -> Iterator[Engine]:
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    engine = create_engine(databases.shared("postgresql"))
    yield engine
    engine.dispose()


@pytest.fixture
def driver(engine: Engine) -> Iterator[Any]:
    connection = engine.raw_connection()
    yield connection.driver_connection
    connection.close()


def sizes(driver: Any, rows: int) -> list[int]:
    copied = CopiedRows(driver, f"SELECT g::text FROM generate_series(1, {rows}) AS g", 3, 10)
    batches = list(copied.batches())
    copied.close()
    assert [row for batch in batches for row in batch] == [b"%d" % (n + 1) for n in range(rows)]
    return [len(batch) for batch in batches]


def test_the_first_batch_is_small(driver: Any) -> None:
    assert sizes(driver, 0) == []
    assert sizes(driver, 1) == [1]
    assert sizes(driver, 3) == [3]
    assert sizes(driver, 25) == [3, 10, 10, 2]


def test_a_row_is_what_the_database_makes_of_it(driver: Any) -> None:
    # What COPY's own text format would escape, what looks like its end, and a row beyond the
    # driver's buffer.
    texts = ["a\\b\t\n", "\\.", "", "\u00ff\uffff é €", "x" * 1_000_000]
    with driver.cursor() as cursor:
        sql = cursor.mogrify("SELECT * FROM unnest(%s::text[])", (texts,)).decode()
    copied = CopiedRows(driver, sql, 2, 2)
    assert [row.decode() for batch in copied.batches() for row in batch] == texts


def test_an_error_of_the_database_ends_the_rows(driver: Any) -> None:
    sql = "SELECT (1 / (20 - g))::text FROM generate_series(1, 30) AS g"
    batches = CopiedRows(driver, sql, 3, 10).batches()
    assert len(next(batches)) == 3
    with pytest.raises(psycopg2.errors.DivisionByZero):
        list(batches)


def test_a_reader_who_leaves_stops_the_database(driver: Any) -> None:
    # For half a minute, if nobody stopped it.
    sql = "SELECT pg_sleep(0.001)::text || g FROM generate_series(1, 30000) AS g"
    copied = CopiedRows(driver, sql, 3, 10)
    assert len(next(copied.batches())) == 3
    began = time.monotonic()
    copied.close()
    driver.rollback()
    assert time.monotonic() - began < 10
    with driver.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchall() == [(1,)]


def test_a_reader_who_never_began_leaves_nothing_behind(driver: Any) -> None:
    before = threading.active_count()
    copied = CopiedRows(driver, "SELECT '1'", 3, 10)
    copied.close()
    assert threading.active_count() <= before
    with driver.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchall() == [(1,)]
