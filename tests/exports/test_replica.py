"""Reads of the key API and exports go to a streaming standby, and on when the primary is down."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.pool import QueuePool

from consent_app.application import utc_now
from consent_app.db.engine import create_engine
from consent_app.migrations import migrate
from tests.support import postgres
from tests.support.factories import bearer, make_panel, make_site
from tests.support.harness import make_harness, make_settings


@pytest.fixture
def pair() -> Iterator[Any]:
    """A primary and its streaming standby."""
    primary = postgres.start()
    if primary is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    standby = primary.standby()
    if standby is None:
        primary.stop()
        pytest.skip("pg_basebackup was not found (Debian: apt-get install postgresql)")
    yield primary, standby
    standby.stop()
    primary.stop()


def _wait_for_standby(primary: Any, standby: Any) -> None:
    """Wait until the standby has replayed what the primary has written so far."""
    written = _scalar(primary.url, "SELECT pg_current_wal_lsn()::text")
    replayed = f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn"
    deadline = time.monotonic() + 60
    while not _scalar(standby.url, replayed):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _scalar(url: str, query: str) -> Any:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return connection.scalar(text(query))
    finally:
        engine.dispose()


def test_reading_continues_from_a_standby(
    pair: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    primary, standby = pair
    engine = create_engine(primary.url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("CREATE DATABASE consent"))
    engine.dispose()
    url = f"postgresql://postgres@/consent?host={primary.folder}"
    migrate.upgrade(url)
    _wait_for_standby(*pair)
    # The primary is named first, and still it is the standby that is read from.
    hosts = f"{primary.folder},{standby.folder}"
    replica = f"postgresql://postgres@/consent?host={hosts}&target_session_attrs=prefer-standby"
    harness = make_harness(make_settings(url, tmp_path, replica_url=replica))
    application = harness.application
    site = make_site(make_panel(harness.client(), application.now()))
    for _ in range(3):
        site.decide()
    deadline = time.monotonic() + 30
    while len(site.receipts()) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    database = application.database
    for reading in (database.replica_session(), database.export_engine.connect()):
        with reading:
            assert reading.scalar(text("SELECT pg_is_in_recovery()")) is True
    app = site.panel.app
    lines = bearer(site.key) | {"Accept": "application/x-ndjson"}
    path = "/v1/api/consent-events"
    before = site.receipts()

    # As while the primary hangs: no connection to it is returned.
    harness.application.clock = lambda: utc_now() + timedelta(minutes=2)
    with ExitStack() as connections:
        for engine in (database.engine, database.autonomous_engine):
            assert isinstance(engine.pool, QueuePool)
            monkeypatch.setattr(engine.pool, "_timeout", 0.1)
            while engine.pool.checkedout() < engine.pool.size():
                connections.enter_context(engine.connect())
        assert site.receipts() == before

    primary.stop()
    assert site.receipts() == before
    exported = app.get(path, headers=lines, status=200)
    assert [json.loads(line) for line in exported.text.splitlines()] == before
    assert app.get(path, headers=bearer(site.key[:-1] + "!"), status=401)
    # As docs/receipts.md says: no manifest, no panel, and not ready.
    manifest = exported.headers["X-Export-Manifest"].removeprefix(application.settings.base_url)
    app.get(manifest, headers=bearer(site.key), status=503)
    site.panel.get(path.replace("/api", ""), status=503)
    app.get("/v1/health/ready", status=503)
    refused = site.decide(status=503)
    assert refused.json["code"] == "unavailable"
    assert "Retry-After" in refused.headers
    database.dispose()
