"""The whole service through PgBouncer in transaction mode, migrations by the direct URL."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg2
import pytest

from consent_app.application import utc_now
from consent_app.cli import main
from tests.support import pgbouncer, postgres
from tests.support.databases import Databases
from tests.support.factories import bearer, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.web_processes import WebProcess

SERVERS = 4


@pytest.fixture
def direct(databases: Databases) -> str:
    """A PostgreSQL database without a schema."""
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    return databases.empty("postgresql")


@pytest.fixture
def pooled(direct: str) -> Iterator[str]:
    """The same by way of PgBouncer."""
    bouncer = pgbouncer.start(direct, SERVERS)
    if bouncer is None:
        pytest.skip(f"PgBouncer was not found: {pgbouncer.HOW_TO_GET}")
    yield bouncer.url
    bouncer.stop()


def test_everything_works_over_four_connections(
    direct: str,
    pooled: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = {
        "CONSENT_DATABASE_URL": pooled,
        "CONSENT_DATABASE_DIRECT_URL": direct,
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_VAR_DIR": str(tmp_path / "var"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("consent_app.maintenance.migrate.start_logging", lambda ini, settings: None)
    assert main(["migrate"]) == 0
    # Commands connect as the service does.
    assert main(["check"]) == 0
    assert main(["jobs", "list", "--json"]) == 0
    assert main(["database", "status"]) == 0
    monkeypatch.delenv("CONSENT_DATABASE_DIRECT_URL")
    capsys.readouterr()
    assert main(["jobs", "list"]) == 2
    assert "PgBouncer, set consent.database_direct_url too." in capsys.readouterr().err
    web = WebProcess(pooled, tmp_path / "var", tmp_path / "web.log", settings)
    worker = WebProcess(pooled, tmp_path / "var", tmp_path / "worker.log", settings)
    web.start()
    worker.start("worker")
    try:
        web.wait_until_ready()
        client = live_client(web.url, "2001:db8:66::1")
        site = make_site(make_panel(client, utc_now()))

        def decide(number: int) -> str:
            headers = {"Idempotency-Key": str(uuid.UUID(int=number // 2 + 1))}
            address = {"X-Forwarded-For": f"2001:db8:{number:x}::1"}
            receipt: str = site.decide(headers=headers | address).json["id"]
            return receipt

        with ThreadPoolExecutor(12) as pool:
            ids = list(pool.map(decide, range(60)))
        # Each key twice: the second is answered with the first's receipt.
        assert len(set(ids)) == 30
        assert {receipt["id"] for receipt in site.receipts(limit=100)} == set(ids)
        lines = client.get(
            "/v1/api/consent-events",
            headers={**bearer(site.key), "Accept": "application/x-ndjson"},
        ).text.splitlines()
        assert len(lines) == 30
        with psycopg2.connect(direct) as connection, connection.cursor() as cursor:
            cursor.execute(
                "SELECT application_name FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                # Autovacuum works in the same database.
                " AND backend_type = 'client backend'"
            )
            names = [name for (name,) in cursor]
        connection.close()
        assert 0 < len(names) <= SERVERS
        assert set(names) <= {"consent-app web", "consent-app worker", ""}
        assert "consent-app web" in names
    finally:
        web.stop()
        worker.stop()
    for log in (web.log, worker.log):
        assert "ERROR" not in log.read_text(), log.read_text()
