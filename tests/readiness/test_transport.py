"""What is weak about the way to PostgreSQL is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from consent_app.cli import main
from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.readiness.transport import find_weak_transport
from tests.support import pgbouncer, postgres
from tests.support.databases import Databases
from tests.support.mail_servers import certificate

HOST = "db.internal"


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    """A certificate for ``HOST``, next to its key."""
    return certificate(tmp_path, HOST)[1]


@pytest.fixture
def port(databases: Databases, pem: Path) -> Iterator[int]:
    """The port of a server that speaks PostgreSQL's protocol with and without TLS."""
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    bouncer = pgbouncer.start(databases.fresh("postgresql"), 1, pem.parent)
    if bouncer is None:
        pytest.skip(f"PgBouncer was not found: {pgbouncer.HOW_TO_GET}")
    yield bouncer.port
    bouncer.stop()


def weakness(url: str) -> str | None:
    engine = create_engine(url, pool_size=1, options=DatabaseOptions(pooled=True))
    try:
        with engine.connect() as connection:
            return find_weak_transport(connection)
    finally:
        engine.dispose()


@pytest.mark.parametrize(
    ("mode", "problem"),
    [
        ("disable", "The connection to db.internal is not encrypted."),
        (
            "require",
            "The connection to db.internal is encrypted, but its certificate is not checked.",
        ),
        ("verify-full", None),
    ],
)
def test_a_connection_to_another_machine_is_verified(
    port: int, pem: Path, mode: str, problem: str | None
) -> None:
    query = f"hostaddr=127.0.0.1&sslmode={mode}&sslrootcert={pem}"
    if mode != "verify-full":
        query = query.partition("&sslrootcert")[0]
    assert weakness(f"postgresql://postgres@{HOST}:{port}/consent?{query}") == problem


def test_the_command_check_warns_of_it(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"postgresql://postgres@{HOST}:{port}/consent?hostaddr=127.0.0.1&sslmode=disable"
    settings = {
        "environment": "development",
        "var_dir": str(tmp_path / "var"),
        "database_url": url,
        "database_direct_url": url,
        "replica_url": url.replace(HOST, "replica.internal"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(f"CONSENT_{name.upper()}", value)
    assert main(["check"]) == 0
    printed = capsys.readouterr().out
    for name, host in (("database_url", HOST), ("replica_url", "replica.internal")):
        assert (
            f"Warning: consent.{name}: The connection to {host} is not encrypted. Add"
            " sslmode=verify-full" in printed
        )
    assert printed.endswith("Nothing is wrong.\n")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_connection_within_this_machine_is_not(port: int, host: str) -> None:
    assert weakness(f"postgresql://postgres@{host}:{port}/consent?sslmode=disable") is None


def test_a_database_without_a_network_is_not(tmp_path: Path) -> None:
    assert weakness(f"sqlite:///{tmp_path}/a.sqlite") is None


def test_a_socket_is_not(databases: Databases) -> None:
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    assert weakness(databases.empty("postgresql")) is None
