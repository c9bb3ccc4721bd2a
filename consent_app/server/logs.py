"""The log: one line per record on standard error, without query strings and secrets."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, TextIO
from urllib.parse import quote

import orjson

from consent_app.request_ids import current_request_id

WSGIApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_access = logging.getLogger("consent_app.access")


class PlainFormatter(logging.Formatter):
    """Formats a record as one line, followed by an indented traceback if there is one.

    No text from outside can start a line that looks like a record.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line. Line breaks in text from outside are escaped."""
        line = super().formatMessage(record)
        request_id = current_request_id()
        return _printable(f"{line} [{request_id}]" if request_id else line)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        """Return the traceback with each line indented."""
        return _indented(super().formatException(ei))

    def formatStack(self, stack_info: str) -> str:  # noqa: N802 - logging's name
        """Return the stack, formatted like a traceback."""
        return _indented(stack_info)


def _indented(text: str) -> str:
    return "\n".join(f"    {_printable(line)}" for line in text.split("\n"))


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def json_formatter() -> logging.Formatter:
    """Return the formatter that writes each record as a JSON object: timestamp, level, logger,
    event (the text), request_id, extra fields, and exception."""
    # Imported here: few installations use it, and it slows down every start.
    import structlog

    def add_request_id(logger: Any, method: str, event: Any) -> Any:
        if (request_id := current_request_id()) is not None:
            event["request_id"] = request_id
        return event

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            add_request_id,
            structlog.processors.format_exc_info,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
    )


def _json(event: Any, **options: Any) -> str:
    return orjson.dumps(event, default=str).decode()


class JournalFormatter(logging.Formatter):
    """Gives every line of another formatter its priority, as systemd's journal reads it
    (sd-daemon(3)): ``journalctl -p err`` then shows the records of level ERROR."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of the record."""
        priority = next(number for level, number in _PRIORITIES if record.levelno >= level)
        lines = self._inner.format(record).split("\n")
        return "\n".join(f"<{priority}>{line}" for line in lines)


_PRIORITIES = (
    (logging.CRITICAL, 2),
    (logging.ERROR, 3),
    (logging.WARNING, 4),
    (logging.INFO, 6),
    (logging.NOTSET, 7),
)
"""Levels, each with the priority of syslog(3)."""


def leads_to_journal(stream: TextIO) -> bool:
    """Return whether systemd connected the stream to its journal (``JOURNAL_STREAM``,
    systemd.exec(5))."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


def set_up_logging(log_format: str = "plain") -> None:
    """Send every record of level INFO and above to standard error, as ``plain`` lines or as
    ``json``, with its priority if that is systemd's journal."""
    handler = logging.StreamHandler(sys.stderr)
    formatter = json_formatter() if log_format == "json" else PlainFormatter()
    if leads_to_journal(handler.stream):
        formatter = JournalFormatter(formatter)
    handler.setFormatter(formatter)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Alembic logs each step of its set-up; consent_app.migrations.migrate logs the result instead.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # httpx logs every URL, including the query string.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    # The pool logs each connection that an outage broke, with a traceback. consent_app.db.outages
    # logs the outage once.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    # Waitress logs each request that has to wait for a thread, which is when there are most.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def log_accesses(app: WSGIApp) -> WSGIApp:
    """Wrap ``app`` to log each request: method, path, status, and time until its response started.

    The query string is left out, because unsubscribe links carry their token there.
    """

    def logged(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        started = time.monotonic()

        def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
            path = quote(environ.get("PATH_INFO", "").encode("latin-1"))
            milliseconds = (time.monotonic() - started) * 1000
            method, code = environ["REQUEST_METHOD"], status[:3]
            # Also as separate fields, for logs in JSON.
            fields = {
                "method": method,
                "path": path,
                "status": int(code),
                "milliseconds": round(milliseconds, 1),
            }
            _access.info("%s %s %s %.0f ms", method, path, code, milliseconds, extra=fields)
            return start_response(status, headers, *exc_info)

        return app(environ, start)

    return logged
