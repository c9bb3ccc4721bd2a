"""The service's files are readable only by its user, in folders that only this user can enter."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700

_OWN_ENTRY = re.compile(r"consent\.sqlite(-\w+)?|secret_keys|mail|.*\.eml(\.\d+)?")


def private_folder(folder: Path) -> None:
    """Create ``folder`` if it is missing. Close an existing one to other users if it is this
    user's and contains only what the service writes: a setting may name ``/tmp`` by mistake.
    """
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True)
    except FileExistsError:
        if _is_open(folder) and all(_OWN_ENTRY.fullmatch(name) for name in os.listdir(folder)):
            _narrow(folder, FOLDER_MODE)


def private_database(url: str) -> None:
    """Close the file of an SQLite database, and those that SQLite keeps next to it, to others.

    Any other file stays as it is: the URL may be wrong.
    """
    scheme, _, path = url.partition(":///")
    if not scheme.startswith("sqlite") or path in ("", ":memory:"):
        return
    file = Path(path.partition("?")[0])
    if not file.is_file() or (_is_open(file) and not _is_database(file)):
        return
    for database_file in (
        file,
        *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm")),
    ):
        # SQLite deletes the others when their last user closes the database.
        with contextlib.suppress(FileNotFoundError):
            if _is_open(database_file):
                _narrow(database_file, FILE_MODE)


def _is_open(path: Path) -> bool:
    # Another user's are that user's matter, such as a folder that a container was given.
    status = path.stat()
    return bool(status.st_mode & 0o077) and status.st_uid == os.geteuid()


def _is_database(file: Path) -> bool:
    # Asked of SQLite: closing a file of one's own would drop the locks of this process on it
    # (https://sqlite.org/howtocorrupt.html, 2.2).
    import sqlite3

    uri = f"{file.absolute().as_uri()}?mode=rw"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=0)) as database:
            database.execute("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorcode != sqlite3.SQLITE_NOTADB
    return True


def _narrow(path: Path, mode: int) -> None:
    status = path.stat()
    path.chmod(status.st_mode & 0o7000 | status.st_mode & mode)
