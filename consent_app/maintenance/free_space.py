"""The free space of the disk with an SQLite database.

Nothing is known about the disk of PostgreSQL, which may be another machine's.
"""

from __future__ import annotations

import shutil

from sqlalchemy.exc import ArgumentError

from consent_app.db.engine import sqlite_file

LOW = 1_000_000_000
"""The bytes below which to warn: room for about half a million receipts."""


def find_free_bytes(database_url: str) -> int | None:
    """Return how much this user can still write to the database's disk; None if it is unknown."""
    try:
        file = sqlite_file(database_url)
        # The log of SQLite is next to the file itself, not next to a link to it.
        return None if file is None else shutil.disk_usage(file.resolve().parent).free
    except (ArgumentError, OSError):
        return None


def find_space_warning(database_url: str) -> str | None:
    """Return a sentence if little space is left for the database, None otherwise."""
    free = find_free_bytes(database_url)
    if free is None or free >= LOW:
        return None
    return (
        f"The disk of {sqlite_file(database_url)} has {free // 1_000_000:,} MB left. When it is"
        " full, nothing is recorded. Make room on it, or make it larger."
    )
