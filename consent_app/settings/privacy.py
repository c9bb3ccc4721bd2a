"""The service's files are readable only by its user, in folders that only this user can enter."""

from __future__ import annotations

import os
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def private_folder(folder: Path) -> None:
    """Create ``folder`` if it is missing, and close it to other users if this user owns it."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    _narrow(folder, FOLDER_MODE)


def private_database(url: str) -> None:
    """Close the file of an SQLite database, and those that SQLite keeps next to it, to others."""
    scheme, _, path = url.partition(":///")
    if not scheme.startswith("sqlite") or path in ("", ":memory:"):
        return
    file = Path(path.partition("?")[0])
    for database_file in (
        file,
        *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm")),
    ):
        if database_file.exists():
            _narrow(database_file, FILE_MODE)


def _narrow(path: Path, mode: int) -> None:
    status = path.stat()
    # Another user's are that user's matter, such as a folder that a container was given.
    if status.st_mode & 0o077 and status.st_uid == os.geteuid():
        path.chmod(status.st_mode & 0o7000 | status.st_mode & mode)
