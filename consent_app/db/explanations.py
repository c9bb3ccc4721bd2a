"""Database errors explained to an operator, without values of a row or passwords."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

UNDEFINED_TABLE = "42P01"
UNDEFINED_COLUMN = "42703"
INSUFFICIENT_PRIVILEGE = "42501"
DISK_FULL = "53100"
READ_ONLY = "25006"
"""The SQLSTATE of a write on a standby."""

STATEMENT_CHARACTERS = 1000
"""A statement that writes a thousand rows has names for each of their values: 700 kB."""

_INTERNAL_ERROR = "XX000"
_LOST_WORKER = re.compile(
    "failure on connection marked as essential|could not commit transaction for shard|"
    "server closed the connection|connection has been closed|could not (receive|send) data"
)


def is_lost_worker(error: DBAPIError) -> bool:
    """Return whether a worker of a cluster went away in the middle of a statement.

    Citus's coordinator reports that as an internal error, told apart by its message
    (``remote_commands.c``, ``remote_transaction.c`` and ``placement_connection.c`` of Citus 13).
    """
    driver_error: Any = error.orig
    if getattr(driver_error, "pgcode", None) != _INTERNAL_ERROR:
        return False
    return _LOST_WORKER.search(driver_error.diag.message_primary or "") is not None


def explanation(error: SQLAlchemyError) -> str | None:
    """Return how to resolve an error; None if an operator can do nothing about it."""
    if isinstance(error, ArgumentError) and "hosts and ports" in str(error):
        return (
            "The database URL has another number of hosts than of ports. Give each host its"
            " port, such as host=db1:5432,db2:5432."
        )
    if isinstance(error, NoSuchModuleError | ArgumentError):
        return "consent.database_url must begin with postgresql:// or sqlite:///."
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    state = getattr(error.orig, "pgcode", None)
    text = _sentence(str(error.orig))
    if state in (UNDEFINED_TABLE, UNDEFINED_COLUMN) or text.startswith("no such "):
        return "The database does not have this release's schema. Run `consent-app migrate`."
    if state == INSUFFICIENT_PRIVILEGE:
        return f"The database role lacks a privilege: {text}"
    if state == DISK_FULL:
        return f"The disk of PostgreSQL is full, so that it accepts no writes: {text}"
    if state == READ_ONLY:
        return (
            "The database accepts no writes: it is a standby, or read-only for this role. Let"
            " consent.database_url name the primary, or several hosts and"
            " target_session_attrs=read-write."
        )
    if (reason := _explain_file(text)) is not None:
        return reason
    if text.startswith("invalid dsn: "):
        return f"consent.database_url: {text.removeprefix('invalid dsn: ')}"
    if "unsupported startup parameter" in text:
        return (
            f"The database does not answer: {text} If this is PgBouncer, set"
            " consent.database_direct_url too."
        )
    if type(error).__name__ in ("OperationalError", "InterfaceError") or is_lost_worker(error):
        # The driver's message names host and user at most.
        return f"The database does not answer: {text}"
    return None


def _explain_file(text: str) -> str | None:
    """Explain an error of SQLite's file."""
    if "unable to open database file" in text:
        return (
            "The SQLite file cannot be opened: its folder is missing or not writable, its path"
            " leads to a folder, or this user may not read and write the file."
        )
    if text == "file is not a database.":
        return (
            "The file that consent.database_url names is not an SQLite database, or is damaged."
            " Correct the setting, or restore a backup with `consent-app restore`."
        )
    if text == "database disk image is malformed.":
        return "The SQLite file is damaged. Restore a backup with `consent-app restore`."
    if text.startswith(("disk I/O error", "database or disk is full")):
        return f"The SQLite file cannot be written, as on a full disk: {text}"
    if "attempt to write a readonly database" in text:
        return (
            "The SQLite file is read-only for this user. The file, the files next to it that begin"
            " with its name, and their folder have to belong to the service's user, on a file"
            " system that is not mounted read-only."
        )
    return None


def _sentence(message: str) -> str:
    # libpq writes a line for each host, and indents the lines with its guesses at the cause.
    # PostgreSQL repeats the line of the statement, and points at a word of it with a ^.
    lines = [
        line
        for line in message.splitlines()
        if not line.startswith(("\t", "LINE ")) and line.strip() != "^"
    ]
    text = "; ".join(" ".join(line.split()) for line in lines if line.strip())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def describe_database_error(error: SQLAlchemyError) -> str:
    """Return an error's classes, SQLSTATE and the beginning of its statement (without values)."""
    words = [type(error).__name__]
    if isinstance(error, DBAPIError) and error.orig is not None:
        words.append(type(error.orig).__name__)
        state = getattr(error.orig, "pgcode", None) or getattr(error.orig, "sqlite_errorname", None)
        words += [state] if state else []
        words += [error.statement[:STATEMENT_CHARACTERS]] if error.statement else []
    return ", ".join(words)
