"""``python -m benchmarks.feed [--database URL]``: the feed of a large workspace.

The workspace has 5,000 domains and 50 members. Prints the number of queries and the time of one
response, the best of several. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import event
from webtest import TestApp

from benchmarks.scenario import make_application
from consent_app import make_app
from consent_app.migrations.migrate import upgrade
from consent_app.settings import new_secret_key
from tests.support import factories
from tests.support.bulk_data import fill_workspace

DOMAINS, MEMBERS, ROUNDS = 5000, 50, 5
MAX_QUERIES = 8
MAX_SECONDS = 2.0


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.feed", description=__doc__)
    parser.add_argument("--database", help="an empty database; by default SQLite")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = arguments.database or f"sqlite:///{folder}/bench.sqlite"
        return measure(url, Path(folder))


def measure(url: str, folder: Path) -> int:
    """Fill a database, read the feed, and return the exit status."""
    settings = {
        "environment": "development",
        "database_url": url,
        "var_dir": str(folder),
        "secret_keys": new_secret_key(),
    }
    upgrade(url)
    application = make_application(settings)
    panel = factories.make_panel(TestApp(make_app(application)), application.now())
    fill_workspace(application, UUID(panel.organization["id"]), domains=DOMAINS, members=MEMBERS)
    queries: list[str] = []

    def count(*args: Any) -> None:
        queries.append(args[2])

    event.listen(application.database.engine, "before_cursor_execute", count)
    seconds = []
    for _ in range(ROUNDS):
        queries.clear()
        started = time.perf_counter()
        answer = panel.get("/v1/notifications", status=200).json
        seconds.append(time.perf_counter() - started)
    application.database.dispose()
    met = len(queries) <= MAX_QUERIES and min(seconds) <= MAX_SECONDS
    print(
        f"the feed of {DOMAINS:,} domains and {MEMBERS} members: {answer['total']:,} rows,"
        f" {len(queries)} queries, {min(seconds) * 1000:.0f} ms; bars {MAX_QUERIES} queries,"
        f" {MAX_SECONDS * 1000:.0f} ms: {'met' if met else 'MISSED'}"
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
