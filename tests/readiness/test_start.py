"""Starting while the database is unavailable, or is not the right one."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from consent_app.readiness import start
from consent_app.readiness.compatibility import OLD_SCHEMA, NotReadyError, SchemaError
from consent_app.readiness.start import check_when_available
from tests.support import postgres
from tests.support.databases import Databases
from tests.support.harness import make_application, make_settings


def later_checks() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "readiness"]


def test_a_database_without_the_schema_stops_the_start(
    databases: Databases, dialect: str, tmp_path: Path
) -> None:
    application = make_application(make_settings(databases.unmigrated(dialect), tmp_path))
    with pytest.raises(SchemaError):
        check_when_available(application, threading.Event())
    application.database.dispose()


def test_a_missing_sqlite_file_stops_the_start(tmp_path: Path) -> None:
    file = tmp_path / "consent.sqlite"
    application = make_application(make_settings(f"sqlite:///{file}", tmp_path))
    with pytest.raises(NotReadyError, match=f"There is no database at {file}"):
        check_when_available(application, threading.Event())
    assert later_checks() == []
    assert not file.exists()
    application.database.dispose()


def test_a_missing_folder_of_an_sqlite_file_stops_the_start(tmp_path: Path) -> None:
    settings = make_settings(f"sqlite:///{tmp_path}/none/consent.sqlite", tmp_path)
    application = make_application(settings)
    with pytest.raises(OperationalError):
        check_when_available(application, threading.Event())
    assert later_checks() == []
    application.database.dispose()


def test_an_unavailable_database_is_checked_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = postgres.start()
    if server is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    monkeypatch.setattr(start, "RETRY_SECONDS", 0.05)
    application = make_application(make_settings(server.url, tmp_path))
    stop = threading.Event()
    try:
        server.pause()
        check_when_available(application, stop)
        (check,) = later_checks()
        with caplog.at_level(logging.ERROR, start.__name__):
            server.resume()
            check.join(30)
        assert not check.is_alive()
        # The server's database is empty.
        assert [
            record.getMessage() for record in caplog.records if record.name == start.__name__
        ] == [OLD_SCHEMA]
    finally:
        stop.set()
        application.database.dispose()
        server.stop()
