"""Killed servers and database outages while decisions are recorded.

Every receipt that was answered with 201 is there, none twice; a page that got no answer, or a 503,
sends the same decision again with its key.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select

from consent_app.application import utc_now
from consent_app.db.session import Database
from consent_app.receipts.models import consent_receipts
from tests.support import postgres
from tests.support.databases import Databases
from tests.support.factories import Site, accept_all, make_panel, make_site
from tests.support.harness import SECRET_KEYS, make_harness, make_settings
from tests.support.processes import end_with_parent, free_port
from tests.support.waiting import until
from tests.support.warm_process import WarmProcess

KILLS = 20
RESTARTS = 5
PAGES = 6
MORE_THAN_THREADS = 24


class Pages:
    """Visitors' pages that decide without pause, each until it has its 201."""

    def __init__(self, port: int, site: Site, number: int = PAGES) -> None:
        self._port = port
        self._path = f"/v1/public/domains/{site.id}/consents"
        self._origin = site.origin
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._decide) for _ in range(number)]
        self.receipts: list[str] = []
        self.statuses: Counter[int | str] = Counter()

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def finish(self) -> None:
        """Let each page have its last answer."""
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()

    def until_more(self, number: int = 5) -> None:
        """Wait until some more receipts have been answered."""
        goal = len(self.receipts) + number
        deadline = time.monotonic() + 60
        while len(self.receipts) < goal:
            assert time.monotonic() < deadline, self.statuses
            time.sleep(0.005)

    def _decide(self) -> None:
        while not self._stop.is_set():
            headers = {
                "Origin": self._origin,
                "Content-Type": "application/json",
                "Idempotency-Key": str(uuid4()),
                # From a separate network, so that no limit is reached.
                "X-Forwarded-For": f"10.{UUID(bytes=os.urandom(16)).int % 250}.0.1",
            }
            while (receipt := self._post(headers)) is None:
                time.sleep(0.02)
            self.receipts.append(receipt)

    def _post(self, headers: dict[str, str]) -> str | None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            connection.request("POST", self._path, json.dumps(accept_all()), headers)
            response = connection.getresponse()
            body = json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            self.statuses["closed"] += 1
            return None
        finally:
            connection.close()
        self.statuses[response.status] += 1
        return str(body["id"]) if response.status == 201 else None


@contextmanager
def forking(url: str, var_dir: Path, port: int, project: Path) -> Iterator[subprocess.Popen[str]]:
    """Run what forks servers."""
    process = WarmProcess(
        [sys.executable, "-m", "tests.support.forking_service", str(port)],
        cwd=project,
        env=os.environ
        | {
            "CONSENT_ENVIRONMENT": "development",
            "CONSENT_DATABASE_URL": url,
            "CONSENT_VAR_DIR": str(var_dir),
            "CONSENT_SECRET_KEYS": SECRET_KEYS,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=end_with_parent,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(30)
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            stream.close()


def fork(process: subprocess.Popen[str]) -> int:
    """Start a server; return its process's id."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def make_site_on(url: str, var_dir: Path) -> Site:
    harness = make_harness(make_settings(url, var_dir))
    application = harness.application
    site = make_site(make_panel(harness.client(), utc_now()))
    application.database.dispose()
    return site


def assert_all_there(url: str, pages: Pages) -> None:
    database = Database(url)
    with database.session(read_only=True) as session:
        stored = Counter(str(row) for row in session.scalars(select(consent_receipts.c.id)))
    database.dispose()
    assert set(stored.values()) == {1}
    assert set(pages.receipts) == set(stored)
    assert len(pages.receipts) == len(set(pages.receipts))
    assert set(pages.statuses) <= {201, 503, "closed"}


def test_a_server_killed_under_load_loses_nothing(
    fresh_database_url: str, tmp_path: Path, project: Path
) -> None:
    site = make_site_on(fresh_database_url, tmp_path)
    port = free_port()
    with forking(fresh_database_url, tmp_path, port, project) as process:
        server = fork(process)
        pages = Pages(port, site)
        pages.start()
        for _ in range(KILLS):
            pages.until_more()
            os.kill(server, signal.SIGKILL)
            server = fork(process)
        pages.until_more()
        pages.finish()
        os.kill(server, signal.SIGKILL)
    assert_all_there(fresh_database_url, pages)
    assert pages.statuses["closed"] >= KILLS / 2


def test_a_database_restarted_under_load_loses_nothing(tmp_path: Path, project: Path) -> None:
    durable = postgres.start(durable=True)
    if durable is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    try:
        url = Databases(tmp_path, durable.url).fresh("postgresql")
        site = make_site_on(url, tmp_path)
        port = free_port()
        with forking(url, tmp_path, port, project) as process:
            server = fork(process)
            pages = Pages(port, site)
            pages.start()
            waited = []
            for _ in range(RESTARTS):
                pages.until_more()
                durable.restart()
                returned = time.monotonic()
                pages.until_more(1)
                waited.append(time.monotonic() - returned)
            pages.finish()
            os.kill(server, signal.SIGKILL)
        assert_all_there(url, pages)
        print(f"recording went on {max(waited):.2f} s after the database's return at the latest")
    finally:
        durable.stop()


def test_a_locked_table_stops_nothing_but_decisions_and_loses_none(
    databases: Databases, tmp_path: Path, project: Path
) -> None:
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    url = databases.fresh("postgresql")
    site = make_site_on(url, tmp_path)
    port = free_port()
    operator = Database(url)
    with forking(url, tmp_path, port, project) as process:
        server = fork(process)
        pages = Pages(port, site, MORE_THAN_THREADS)
        pages.start()
        pages.until_more()
        with operator.engine.begin() as connection:
            connection.exec_driver_sql("LOCK TABLE consent_receipts IN ACCESS EXCLUSIVE MODE")
            until(lambda: pages.statuses[503])
            health = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            health.request("GET", "/v1/health/live")
            assert health.getresponse().status == 200
            health.close()
        pages.until_more()
        pages.finish()
        os.kill(server, signal.SIGKILL)
    operator.dispose()
    assert_all_there(url, pages)
