"""The statements on distributed tables, and the list of those that a cluster has run.

Every test process records the product's statements on PostgreSQL. The run fails if a statement is
not in the list, because nobody has tried yet whether Citus can plan it. ``make citus`` runs the
functional tests on a cluster and writes the list, with the number of shards that each statement
touches.
"""

from __future__ import annotations

import json
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import psycopg2
from psycopg2.extensions import cursor as Cursor  # noqa: N812 - a class
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url

from consent_app.db.distribution import TABLES
from tests.support.databases import CLUSTER, TEST_CITUS_URL

PROJECT = Path(__file__).resolve().parent.parent.parent
LIST = PROJECT / "tests" / "cluster_statements.json"
NOT_TRIED = "not yet tried"
RAN = "ran"
"""Instead of a number of shards: a cluster ran the statement, but does not explain it."""

_EXPLAIN_WITHIN = "1s"
"""How long an EXPLAIN waits for the table, which the statement itself may have locked."""

_ANY_TABLE = re.compile(rf"\b({'|'.join(TABLES)})(_default|_\d{{4}}_\d{{2}})?(?!\w)")
_OURS = (f"{PROJECT}/consent_app/", f"{PROJECT}/alembic/", f"{PROJECT}/tests/")
_RULES = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\s+", " "),
        (r"%\(\w+\)s|%s|\$\d+", "?"),
        (r"\?::\w+", "?"),
        (r"'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'", "?"),
        (r"\(\?(, \?)+\)", "(?)"),
        (r"\(\?\)(, \(\?\))+", "(?)"),
        # Columns are added and removed over time.
        (r"\(\w+(, \w+){8,}\)", "(COLUMNS)"),
        (r"(\w+\.\w+( AS \"?\w+\"?)?, ){3,}", "COLUMNS, "),
        (r"_\d{4}_\d{2}\b", "_MONTH"),
        (r"_\d{4}_\d{2}_", "_MONTH_"),
        # Comparing a column with a value does not change a cluster's plan, except for the
        # workspace's id.
        (r" AND (?!\w+\.workspace_id)\w+\.\w+ (=|<|>|<=|>=) \?", ""),
        (r" AND \(\w+\.ip_hash LIKE '%%' \|\| \? \|\| '%%'\)", ""),
        (
            r"(consent_figures|consent_daily_counts)\.(action|device|country|banner_version)",
            r"\1.KEY",
        ),
        (
            r"consent_presentation_counts\.(locale|surface|banner_version)",
            "consent_presentation_counts.KEY",
        ),
        (r"consent_impressions\.(device|banner_version)", "consent_impressions.KEY"),
        (r"hours\.(action|device|country|banner_version|locale|surface)", "hours.KEY"),
        (r"KEY AS (action|device|country|banner_version|locale|surface)", "KEY AS KEY"),
        (r"IN \(NULL\) AND \(1 != 1\)", "IN (?)"),
        (r"IN \(\(NULL(, NULL)+\)\) AND \(1 != 1\)", "IN ((?))"),
    )
)
_TASKS = re.compile(r"Task Count: (\d+)")


@lru_cache(maxsize=2048)
def shape(sql: str) -> str:
    """Return a statement without the parts that vary from call to call."""
    for pattern, instead in _RULES:
        sql = pattern.sub(instead, sql)
    return sql.strip()


class Statements:
    """The statements of one run: the number of shards (or RAN) by shape, None without a cluster.

    ``cluster`` has the statements on a database that is distributed, or claims to be.
    """

    def __init__(self) -> None:
        self.cluster: dict[str, int | str | None] = {}
        self.one_database: set[str] = set()

    def watch(self) -> None:
        """Note every statement of every connection that this process opens from now on."""
        statements = self

        class Noting(Cursor):
            def execute(self, query: Any, vars: Any = None) -> None:
                super().execute(query, vars)
                statements.note(self, query)

        @event.listens_for(Engine, "do_connect")
        def connect(dialect: Any, record: Any, arguments: Any, options: dict[str, Any]) -> None:
            if dialect.name == "postgresql":
                options["cursor_factory"] = Noting

    def note(self, cursor: Any, query: Any) -> None:
        """Record a statement if the product sent it and it uses one of the tables."""
        sql = query.decode() if isinstance(query, bytes) else str(query)
        if not _ANY_TABLE.search(sql) or not _is_products():
            return
        form = shape(sql)
        if not _is_on_cluster(cursor):
            self.one_database.add(form)
        elif form not in self.cluster:
            self.cluster[form] = _shards(cursor.query) if TEST_CITUS_URL else None

    def untried(self) -> list[str]:
        """Return the statements that the list does not have."""
        listed = read_list()
        # A statement for a cluster is allowed on any database.
        seen = self.cluster.keys() | (self.one_database - set(listed["oneDatabase"]))
        return sorted(seen - listed["cluster"].keys())

    def merge(self, cluster: dict[str, int | str | None], one_database: list[str]) -> None:
        """Add the statements of another process."""
        self.cluster |= cluster
        self.one_database |= set(one_database)

    def write(self) -> None:
        """Write the list, which keeps the former statements that this run did not contain."""
        listed = read_list()
        for sql, shards in self.cluster.items():
            if shards is not None or sql not in listed["cluster"]:
                listed["cluster"][sql] = NOT_TRIED if shards is None else shards
        only = (set(listed["oneDatabase"]) | self.one_database) - listed["cluster"].keys()
        was_tried = set(listed["cluster"].values()) != {NOT_TRIED}
        written = {
            "tried": "see each" if was_tried else NOT_TRIED,
            "cluster": dict(sorted(listed["cluster"].items())),
            "oneDatabase": sorted(only),
        }
        LIST.write_text(json.dumps(written, indent=1) + "\n")


def read_list() -> dict[str, Any]:
    """Return the list: ``cluster``, shards (or RAN or NOT_TRIED) by shape, and ``oneDatabase``."""
    if not LIST.exists():
        return {"tried": NOT_TRIED, "cluster": {}, "oneDatabase": []}
    content: dict[str, Any] = json.loads(LIST.read_text())
    return content


def _is_on_cluster(cursor: Any) -> bool:
    info = cursor.connection.info
    if TEST_CITUS_URL is None:
        return CLUSTER in info.dbname
    # A run on a cluster has tests of one database too.
    url = make_url(TEST_CITUS_URL)
    return (info.host, info.port, info.dbname) == (url.host, url.port or 5432, url.database)


def _is_products() -> bool:
    """Return whether the nearest caller in the project is the product, not a test."""
    frame = sys._getframe(3)
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(_OURS):
            return name.startswith(_OURS[0])
        if f"{PROJECT}/benchmarks/" in name:
            return False
        frame = frame.f_back  # type: ignore[assignment]
    return False


def _shards(query: bytes) -> int | str:
    """Ask the cluster how many shards a statement touches, which it has just run."""
    assert TEST_CITUS_URL is not None
    connection = psycopg2.connect(TEST_CITUS_URL)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{_EXPLAIN_WITHIN}'")
            cursor.execute(b"EXPLAIN (COSTS OFF) " + query)
            counts = _TASKS.findall("\n".join(line for (line,) in cursor))
    except psycopg2.Error:
        return RAN
    finally:
        connection.close()
    return max(map(int, counts), default=0)


STATEMENTS = Statements()
