"""What a restart of the database writes to the log: why, once, and no traceback."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from consent_app.migrations import migrate
from tests.support import postgres
from tests.support.harness import SECRET_KEYS
from tests.support.service_manager import ServiceManager
from tests.support.waiting import until
from tests.support.web_processes import WebProcess


@pytest.fixture
def server_of_its_own() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server that may become unavailable."""
    server = postgres.start()
    if server is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    yield server
    server.stop()


def test_an_outage_and_its_end_are_logged_once(
    server_of_its_own: postgres.PostgresServer, tmp_path: Path
) -> None:
    url = server_of_its_own.url
    migrate.upgrade(url)
    settings = {"CONSENT_SECRET_KEYS": SECRET_KEYS, "CONSENT_ACCESS_LOG": "off"}
    web = WebProcess(url, tmp_path / "var", tmp_path / "web.log", settings)
    manager = ServiceManager(tmp_path)
    worker = WebProcess(url, tmp_path / "var", tmp_path / "worker.log", settings | manager.environ)
    statuses: dict[int, int] = {}
    away = threading.Event()
    refused = threading.Event()
    back = threading.Event()

    def ask(number: int) -> None:
        while not back.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)
            if number % 2:
                body = {"email": "ada@example.com", "password": "a long enough password"}
                headers = {"Content-Type": "application/json"}
                connection.request("POST", "/v1/auth/account-login", json.dumps(body), headers)
            else:
                path = "/v1/public/domains/01a2012d-1239-74ae-9b4f-eee58090a0d1/banner"
                # With an origin, which is looked up for the headers of errors too.
                connection.request("GET", path, headers={"Origin": "https://shop.example"})
            response = connection.getresponse()
            response.read()
            connection.close()
            statuses[response.status] = statuses.get(response.status, 0) + 1
            if response.status == 503 and away.is_set():
                refused.set()

    web.start()
    worker.start("worker")
    try:
        web.wait_until_ready()
        assert manager.wait_for(1) == [{"READY": "1", "STATUS": ""}]
        until(lambda: "Working with" in worker.log.read_text())
        threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        before = len(web.log.read_text())
        server_of_its_own.pause()
        away.set()
        assert refused.wait(20)
        # Long enough for the worker's threads to notice it too.
        threading.Event().wait(2.5)
        server_of_its_own.resume()
        web.wait_until_ready()
        back.set()
        for thread in threads:
            thread.join()
    finally:
        back.set()
        web.stop()
        worker.stop()
        manager.close()
    assert statuses[503] > 20
    text = web.log.read_text()[before:]
    assert len(text) < 5_000, text[:5_000]
    assert "Traceback" not in text
    assert "The database does not answer: " in text
    assert "The database answers again after " in text
    text = worker.log.read_text()
    assert "Traceback" not in text
    assert text.count("The database does not answer: ") == 1, text
