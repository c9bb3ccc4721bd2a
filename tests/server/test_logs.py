"""The log's lines: one for each record, and never a query string."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from consent_app.server.logs import (
    JournalFormatter,
    PlainFormatter,
    leads_to_journal,
    log_accesses,
    set_up_logging,
)


@pytest.fixture(autouse=True)
def outside_of_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no request was answered in this thread before."""
    monkeypatch.setattr("consent_app.server.logs.current_request_id", lambda: None)


def record(message: str, *arguments: object) -> logging.LogRecord:
    return logging.LogRecord("some.name", logging.INFO, __file__, 1, message, arguments, None)


def test_a_record_is_one_line() -> None:
    line = PlainFormatter().format(record("it said %s", "a\r\nERROR forged: \x1b[31m\u2028"))
    assert line.endswith(r" INFO some.name: it said a\r\nERROR forged: \x1b[31m\u2028")
    assert len(line.splitlines()) == 1


def test_an_exception_forges_no_record() -> None:
    try:
        raise ValueError("no\n2026-11-21T10:00:00+0000 ERROR consent_app: forged")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    failed = logging.LogRecord("some.name", logging.ERROR, __file__, 1, "failed", (), info)
    lines = PlainFormatter().format(failed).splitlines()
    assert [line for line in lines if not line.startswith("    ")] == lines[:1]


def test_the_journal_gets_the_priority_of_each_line() -> None:
    formatter = JournalFormatter(logging.Formatter("%(message)s"))
    level = {"msg": "two\nlines"}
    for name, lines in {
        "CRITICAL": "<2>two\n<2>lines",
        "ERROR": "<3>two\n<3>lines",
        "WARNING": "<4>two\n<4>lines",
        "INFO": "<6>two\n<6>lines",
        "DEBUG": "<7>two\n<7>lines",
    }.items():
        number = getattr(logging, name)
        assert formatter.format(logging.makeLogRecord({**level, "levelno": number})) == lines


@pytest.fixture
def own_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the root logger afterwards."""
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.INFO)


@pytest.mark.usefixtures("own_root")
@pytest.mark.parametrize("named", [True, False])
def test_only_the_journal_gets_priorities(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "errors").open("w") as stream:
        status = os.fstat(stream.fileno())
        number = f"{status.st_dev}:{status.st_ino + (not named)}"
        monkeypatch.setenv("JOURNAL_STREAM", number)
        monkeypatch.setattr(sys, "stderr", stream)
        assert leads_to_journal(stream) is named
        set_up_logging()
        logging.getLogger("some.name").error("failed")
    line = (tmp_path / "errors").read_text()
    assert line.startswith("<3>20") is named
    assert line.endswith("ERROR some.name: failed\n")


@pytest.mark.usefixtures("own_root")
@pytest.mark.parametrize(
    ("library", "level"),
    [
        ("alembic.runtime", logging.INFO),
        ("httpx", logging.INFO),
        ("sqlalchemy.pool.impl", logging.ERROR),
        ("waitress.queue", logging.WARNING),
    ],
)
def test_a_library_logs_no_addresses_and_nothing_twice(
    library: str, level: int, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging()
    logging.getLogger(library).log(level, "GET https://example.com/?code=secret")
    logging.getLogger(library).log(level + 10, "failed")
    assert "secret" not in (errors := capsys.readouterr().err)
    assert errors.endswith(f" {library}: failed\n")


def test_letters_beyond_ascii_are_written_as_they_are() -> None:
    assert PlainFormatter().format(record("grün")).endswith("grün")


def test_an_access_is_logged_without_its_query_string(caplog: pytest.LogCaptureFixture) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("404 Not Found", [])
        return [b"x"]

    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/v1/a b\n/\xc3\xa4",
        "QUERY_STRING": "token=secret",
        "HTTP_AUTHORIZATION": "Bearer secret",
    }
    with caplog.at_level(logging.INFO, "consent_app.access"):
        assert list(log_accesses(app)(environ, lambda *_: None)) == [b"x"]
    (logged,) = caplog.messages
    assert logged.startswith("POST /v1/a%20b%0A/%C3%A4 404 ")
    assert "secret" not in caplog.text
