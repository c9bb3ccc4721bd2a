"""The log: plain lines on standard error, one a record, that hold no query string and no secret."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

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
        return _printable(line)

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
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def set_up_logging() -> None:
    """Send every record from INFO on to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Alembic tells each step of its set-up; what is migrated is told by consent_app.db.migrate.
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
            _access.info(
                "%s %s %s %.0f ms", environ["REQUEST_METHOD"], path, status[:3], milliseconds
            )
            return start_response(status, headers, *exc_info)

        return app(environ, start)

    return logged
