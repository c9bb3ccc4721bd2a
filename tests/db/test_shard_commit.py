"""Groups of rows on a cluster: one a shard, and none waits for another's machine."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from sqlalchemy import event

from consent_app.db.distribution import get_shard_id
from consent_app.db.session import Database
from consent_app.db.shard_commit import ShardCommit
from tests.support.databases import CLUSTER, Databases


@pytest.fixture
def database(databases: Databases) -> Database:
    if not databases.has(CLUSTER):
        pytest.skip("PostgreSQL was not found")
    return Database(databases.shared(CLUSTER))


def test_a_group_is_of_one_shard_and_a_shard_is_asked_for_once(database: Database) -> None:
    groups: list[list[UUID]] = []
    lookups: Counter[str] = Counter()

    def write(rows: list[UUID]) -> list[UUID]:
        groups.append(rows)
        return rows

    def note(conn: object, cursor: object, statement: str, *args: object) -> None:
        lookups[statement] += "get_shard_id" in statement

    event.listen(database.engine, "before_cursor_execute", note)
    commits = ShardCommit(database, _never, write, workspace_of=lambda row: row)
    workspaces = [uuid4() for _ in range(40)]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(commits.write, workspaces * 5)) == workspaces * 5
    once = lookups.total()
    assert [commits.write(workspace) for workspace in workspaces] == workspaces
    # Threads that came at the same time may each have asked.
    assert len(workspaces) <= once == lookups.total()
    with database.engine.connect() as connection:
        for group in groups:
            assert len({get_shard_id(connection, workspace) for workspace in group}) == 1
    database.dispose()


def test_a_waiting_shard_does_not_delay_the_others(database: Database) -> None:
    stuck, open_again = uuid4(), threading.Event()
    with database.engine.connect() as connection:
        of_stuck = get_shard_id(connection, stuck)
        unaffected = next(
            item
            for item in (uuid4() for _ in range(1000))
            if get_shard_id(connection, item) != of_stuck
        )

    def write(rows: list[UUID]) -> list[UUID]:
        if stuck in rows:
            assert open_again.wait(30)
        return rows

    commits = ShardCommit(database, _never, write, workspace_of=lambda row: row)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(commits.write, stuck)
        assert [commits.write(unaffected) for _ in range(3)] == [unaffected] * 3
        assert not waiting.done()
        open_again.set()
        assert waiting.result(30) == stuck
    database.dispose()


def test_one_database_has_one_group(databases: Databases) -> None:
    if not databases.has("postgresql"):
        pytest.skip("PostgreSQL was not found")
    database = Database(databases.shared("postgresql"))
    commits = ShardCommit(database, list, _never, workspace_of=lambda row: row)
    row = uuid4()
    assert commits.write(row) == row
    database.dispose()


def _never(rows: list[UUID]) -> list[UUID]:
    raise AssertionError("the other kind of database")
