"""Logging of database outages: the reason once, then a count every half minute.

Otherwise every request of every thread would log it, with a traceback.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from sqlalchemy import Engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db.explanations import DISK_FULL, READ_ONLY, explanation, is_lost_worker

log = logging.getLogger(__name__)

EVERY_SECONDS = 30.0

# The SQLSTATE classes and codes with which PostgreSQL refuses or ends connections (its manual,
# appendix A): connection exceptions, shutdown and start-up, too many connections.
_OUTAGE_CLASSES = ("08",)
_OUTAGE_STATES = frozenset({"57P01", "57P02", "57P03", "57P05", "53300"})

# A file that is missing, damaged or something else.
_SQLITE_NAMES = ("SQLITE_CANTOPEN", "SQLITE_CORRUPT", "SQLITE_NOTADB")

UNANSWERED = (OperationalError, PoolTimeoutError)
"""What a statement raises if the database cannot be reached or takes too long, and if all
connections are in use because it hangs."""

# The database answers, but writes nothing.
_UNWRITABLE_STATES = frozenset({DISK_FULL, READ_ONLY})
_UNWRITABLE_SQLITE_NAMES = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY")


def is_outage(error: BaseException) -> bool:
    """Return whether an error means that the database cannot be reached, or accepts no writes."""
    if isinstance(error, PoolTimeoutError):
        return True
    if not isinstance(error, DBAPIError) or not _is_of_a_driver(error.orig):
        return False
    if error.connection_invalidated or _is_unwritable(error):
        return True
    sqlite_name = getattr(error.orig, "sqlite_errorname", None)
    if sqlite_name is not None:
        return str(sqlite_name).startswith(_SQLITE_NAMES)
    if is_lost_worker(error):
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.orig, "pgcode", None)
    return state is None or state.startswith(_OUTAGE_CLASSES) or state in _OUTAGE_STATES


def _is_of_a_driver(error: BaseException | None) -> bool:
    return type(error).__module__.partition(".")[0] in ("psycopg2", "sqlite3")


def _is_unwritable(error: DBAPIError) -> bool:
    sqlite_name = str(getattr(error.orig, "sqlite_errorname", None))
    state = getattr(error.orig, "pgcode", None)
    return state in _UNWRITABLE_STATES or sqlite_name.startswith(_UNWRITABLE_SQLITE_NAMES)


def _is_partial(error: BaseException) -> bool:
    """Return whether connections can be opened and used during an outage."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, PoolTimeoutError)
    # A cluster's coordinator answered, about a worker.
    has_answered = getattr(error.orig, "pgcode", None) is not None
    return _is_unwritable(error) or (has_answered and not error.connection_invalidated)


def outage_reason(error: BaseException) -> str:
    """Return why the database is unavailable, in one line without secrets: libpq's message, which
    names host, port, database and role at most."""
    if isinstance(error, PoolTimeoutError):
        return "All connections of the pool are in use."
    return (isinstance(error, DBAPIError) and explanation(error)) or type(error).__name__


class Outages:
    """The outages of one process's database, shared by its threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._since: float | None = None
        self._logged_at = 0.0
        self._failed_at = 0.0
        self._failures = 0
        self._is_partial = False

    def note(self, error: BaseException) -> bool:
        """Count an error of an outage and, if it is time, log it. False for any other error."""
        if not is_outage(error):
            return False
        now = self._clock()
        with self._lock:
            first = self._since is None
            self._since = now if first else self._since
            self._failures += 1
            self._failed_at = now
            # One that has other causes too is over when a new connection is opened.
            self._is_partial = _is_partial(error) and (first or self._is_partial)
            if not first and now - self._logged_at < EVERY_SECONDS:
                return True
            self._logged_at = now
            failures = self._failures
        log.error("%s%s", outage_reason(error), "" if first else f" {failures} failures so far.")
        return True

    def end(self) -> None:
        """Log the end of an outage, if there was one."""
        if self._since is None:
            return
        with self._lock:
            since, failures = self._since, self._failures
            self._since, self._failures, self._is_partial = None, 0, False
        if since is not None:
            seconds = self._clock() - since
            log.warning(
                "The database answers again after %.1f s and %d failures.", seconds, failures
            )

    def watch(self, engine: Engine) -> None:
        """Treat each new connection of an engine as the end of an outage.

        It shows nothing if only the pool was exhausted, a cluster had lost a worker, or the
        database accepts no writes. And if the database hung, the former connections continue. So an
        outage also ends when a connection is used and no request has failed for half a minute.
        """
        event.listen(engine, "connect", lambda connection, record: self._connected())
        event.listen(engine, "checkout", lambda connection, record, proxy: self._used())

    def _connected(self) -> None:
        if not self._is_partial:
            self.end()

    def _used(self) -> None:
        if self._since is not None and self._clock() - self._failed_at >= EVERY_SECONDS:
            self.end()
