"""The log: plain lines on standard error, one a record, that hold no query string and no secret."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

import orjson

from consent_app.request_ids import current_request_id

WSGIApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_access = logging.getLogger("consent_app.access")


class PlainFormatter(logging.Formatter):
    """One line a record; a traceback follows on lines of its own, which are indented.

    No text from outside can begin a line that looks like a record's.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line. What came from outside cannot begin another one in it."""
        line = super().formatMessage(record)
        request_id = current_request_id()
        return _printable(f"{line} [{request_id}]" if request_id else line)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        """Return the traceback, each of its lines indented."""
        return "\n".join(
            f"    {_printable(line)}" for line in super().formatException(ei).split("\n")
        )

    def formatStack(self, stack_info: str) -> str:  # noqa: N802 - logging's name
        """Return the stack likewise."""
        return _indented(stack_info)


def _indented(text: str) -> str:
    return "\n".join(f"    {_printable(line)}" for line in text.split("\n"))


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def json_formatter() -> logging.Formatter:
    """Return what writes a JSON object for each record: timestamp, level, logger, event (the text),
    request_id, what the record brings along, and exception.
    """
    # Imported here: it is asked for by few, and all would wait for it.
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


def set_up_logging(log_format: str = "plain") -> None:
    """Send every record from INFO on to standard error, as ``plain`` lines or as ``json``."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(json_formatter() if log_format == "json" else PlainFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Alembic tells each step of its set-up; consent_app.migrations.migrate says what was migrated.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # httpx tells every address that it asks, query string and all.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    # The pool tells of each connection that an outage broke, with a traceback; the outage is told
    # once, by consent_app.db.outages.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    # Waitress tells of each request that has to wait for a thread, when there is most to do.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def log_accesses(app: WSGIApp) -> WSGIApp:
    """Wrap ``app`` so that each request leaves a line: method, path, status, time to its start.

    The query string is left out: unsubscribe links carry their token there.
    """

    def logged(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        started = time.monotonic()

        def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
            path = quote(environ.get("PATH_INFO", "").encode("latin-1"))
            milliseconds = (time.monotonic() - started) * 1000
            method, code = environ["REQUEST_METHOD"], status[:3]
            # Again by name: for those who read the log as JSON.
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
