"""Backups of an SQLite database: created while the service runs, restored while it does not."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from consent_app.cli import user_name
from consent_app.settings.error import OperatorError
from consent_app.settings.privacy import FILE_MODE

PAGES = 1000

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NOT_WRITABLE = (sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
_LOCK_START, _LOCK_SIZE = 0x40000000, 512
"""The bytes that SQLite locks (PENDING_BYTE and what follows), some of them while it has WAL."""


class BackupError(OperatorError):
    """A backup cannot be created, restored or imported. The message says why. Nothing changed."""


Report = Callable[[int, float], None]
"""Is called with the pages copied and their share of all."""


def back_up(database: Path, target: Path, progress: Report) -> None:
    """Copy a database that is in use to a new file, as of one instant. Raises BackupError."""
    if not database.is_file():
        raise BackupError(f"There is no database {database}.")
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except FileExistsError:
        raise BackupError(f"{target} already exists. Delete it, or name another file.") from None
    os.close(descriptor)
    try:
        # Without WAL, so that the backup is a single file.
        _copy(database, target, progress, "PRAGMA journal_mode=DELETE")
        # What is wrong with the copy is wrong with the database.
        _require_whole(target, named=database)
    except BaseException as error:
        _delete(target)
        if isinstance(error, sqlite3.Error):
            raise BackupError(f"{database} cannot be copied to {target}: {error}.") from None
        raise


def check_whole(file: Path) -> None:
    """Raise BackupError for a file that is not a complete database of this service."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    _require_readable(file)
    _require_whole(file, named=file)


def _require_readable(file: Path) -> None:
    try:
        file.open("rb").close()
    except PermissionError:
        state, uid = file.stat(), os.geteuid()
        user = user_name(uid)
        advice = f"As root, run `chown {user} {file}`."
        if state.st_uid == uid:
            advice = f"Run `chmod u+r {file}`."
        raise BackupError(
            f"{file} cannot be read by {user}, the user that this command runs as: it belongs to"
            f" {user_name(state.st_uid)} with the permissions {stat.filemode(state.st_mode)}."
            f" {advice}"
        ) from None


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a database that must exist, and is not changed."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _require_whole(file: Path, named: Path) -> None:
    try:
        with closing(open_read_only(file)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _NOT_WRITABLE:
            raise BackupError(
                f"{named} cannot be read: {error}. It is an unfinished backup, or a copy of a file"
                " in use, which needs a folder that this user can write to."
            ) from None
        raise BackupError(f"{named} is not a database of this service: {error}.") from None
    if verdict != "ok":
        raise BackupError(f"{named} is damaged: {verdict}.")


def restore(backup: Path, database: Path, now: datetime, progress: Report) -> Path | None:
    """Replace the database with a backup. Return where the former one is kept, if there was one.

    Raises BackupError for a backup that is not complete, and while a process uses the database.
    """
    check_whole(backup)
    # A link stays where it is, and the file on the disk that it leads to.
    database = database.resolve()
    former: Path | None = None
    kept = database.with_name(f"{database.name}.before-{now:%Y%m%dT%H%M%SZ}")
    if database.exists():
        _refuse_in_use(database)
        former = kept
        if kept.exists():
            raise BackupError(f"{kept} already exists. Run the command again in a second.")
    unfinished = database.with_name(f".{database.name}.restored")
    try:
        _delete(unfinished)
        unfinished.touch(FILE_MODE)
        _copy(backup, unfinished, progress)
        if former is not None:
            # A link, so that the name always refers to one of the two files.
            os.link(database, former)
        _move_logs(database, kept)
        unfinished.replace(database)
    except BaseException as error:
        _delete(unfinished)
        if isinstance(error, sqlite3.Error):
            raise BackupError(f"{backup} cannot be copied to {unfinished}: {error}.") from None
        raise
    return former


def _copy(source: Path, target: Path, progress: Report, *pragmas: str) -> None:
    def report(status: int, remaining: int, total: int) -> None:
        progress(total - remaining, (total - remaining) / max(total, 1))

    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
        # Between two steps SQLite would begin again whenever somebody has written, and never reach
        # the end. A transaction that has read keeps its instant; nobody waits for it with WAL.
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchone()
        original.backup(copy, pages=PAGES, progress=report)
        for pragma in pragmas:
            copy.execute(pragma)


def _delete(unfinished: Path) -> None:
    """Delete a copy, and the journal that SQLite leaves beside it if the disk is full."""
    unfinished.unlink(missing_ok=True)
    Path(f"{unfinished}-journal").unlink(missing_ok=True)


def _move_logs(database: Path, kept: Path) -> None:
    """Move what a process that was killed has left, or SQLite applies it to the restored file."""
    for suffix in ("-wal", "-journal"):
        log = Path(f"{database}{suffix}")
        if log.exists():
            log.rename(f"{kept}{suffix}")
    # The index of the log, which SQLite makes again.
    Path(f"{database}-shm").unlink(missing_ok=True)


def _refuse_in_use(database: Path) -> None:
    """Merge everything into the one file, unless it is damaged. Fails while another has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=1)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
        in_use = mode != "delete"
    except sqlite3.DatabaseError as error:
        code = error.sqlite_errorcode & 0xFF
        if code in _NOT_WRITABLE:
            raise BackupError(
                f"{database} cannot be replaced: {error}. This user must be able to write to the"
                " file and its folder."
            ) from None
        in_use = code in _BUSY or _is_locked(database)
    if in_use:
        raise BackupError(f"{database} is in use: stop every server and worker first.")


def _is_locked(database: Path) -> bool:
    """Return whether a process has a file open that SQLite cannot read, by SQLite's own locks."""
    with database.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_SIZE, _LOCK_START)
        except OSError:
            return True
    return False
