"""Backing up and restoring an SQLite file, apart from the commands that do it."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from consent_app.maintenance import sqlite_backup
from consent_app.maintenance.sqlite_backup import BackupError, back_up, check_whole, restore
from tests.support.disks import small_disk

NOW = datetime(2026, 11, 24, 8, 30, tzinfo=UTC)


def make_database(file: Path, *words: str) -> Path:
    """Make a database in WAL mode that has the table of migrations, as every one of ours."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("CREATE TABLE notes (words TEXT)")
        connection.executemany("INSERT INTO notes VALUES (?)", [(word,) for word in words])
        connection.commit()
    return file


def unwatched(pages: int, share: float) -> None:
    """Show nobody the progress."""


def notes(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [words for (words,) in connection.execute("SELECT words FROM notes")]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return make_database(tmp_path / "consent.sqlite", "first", "second")


def test_a_database_in_use_is_copied_as_of_one_instant(database: Path, tmp_path: Path) -> None:
    target, shares = tmp_path / "backup.sqlite", []
    with closing(sqlite3.connect(database)) as writer:
        # In the log only, which is not merged while this connection is open.
        writer.execute("INSERT INTO notes VALUES ('committed')")
        writer.commit()
        writer.execute("INSERT INTO notes VALUES ('not committed')")
        back_up(database, target, lambda _, share: shares.append(share))
    assert notes(target) == ["first", "second", "committed"]
    assert shares[-1] == 1
    # One file, which only its owner reads.
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.sqlite"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_backup_ends_although_others_write_all_the_time(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_backup, "PAGES", 10)
    target, shares = tmp_path / "backup.sqlite", []
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.executemany("INSERT INTO notes VALUES (?)", [("x" * 4000,)] * 100)

        def write(_: int, share: float) -> None:
            shares.append(share)
            assert len(shares) < 100
            writer.execute("INSERT INTO notes VALUES ('later')")

        back_up(database, target, write)
    assert shares == sorted(shares)
    assert len(shares) > 5
    assert "later" not in notes(target)


def test_a_file_that_exists_is_not_overwritten(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite"
    target.write_text("mine")
    with pytest.raises(BackupError, match="already exists"):
        back_up(database, target, unwatched)
    assert target.read_text() == "mine"


def test_what_is_no_database_leaves_no_backup(tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite"
    with pytest.raises(BackupError, match="There is no database"):
        back_up(tmp_path / "none.sqlite", target, unwatched)
    (tmp_path / "text.sqlite").write_text("not a database " * 100)
    with pytest.raises(BackupError, match="cannot be copied"):
        back_up(tmp_path / "text.sqlite", target, unwatched)
    sqlite3.connect(tmp_path / "empty.sqlite").close()
    # It names the file that is wrong, not the copy, which is gone.
    with pytest.raises(BackupError, match=r"empty\.sqlite is not a database of this service"):
        back_up(tmp_path / "empty.sqlite", target, unwatched)
    assert not target.exists()


def test_a_damaged_database_is_not_whole(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.executemany(
            "INSERT INTO notes VALUES (?)", [(f"{number}" * 50,) for number in range(2000)]
        )
        connection.commit()
    check_whole(database)
    content = bytearray(database.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 8192] = b"\xff" * 8192
    database.write_bytes(content)
    with pytest.raises(BackupError, match=r"is damaged|is not a database"):
        check_whole(database)


def test_another_programs_database_is_not_whole(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE notes (words TEXT)")
    with pytest.raises(BackupError, match="is not a database of this service"):
        check_whole(other)


def test_a_copy_of_a_file_in_use_takes_a_folder_that_can_be_written(database: Path) -> None:
    with small_disk(1) as disk:
        copy = disk / "copy.sqlite"
        shutil.copy(database, copy)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(BackupError, match="a copy of a file in use, which needs a folder"):
            check_whole(copy)


def test_a_backup_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    database = make_database(tmp_path / "consent.sqlite", *("x" * 1_000_000 for _ in range(30)))
    with small_disk(16) as disk:
        with pytest.raises(BackupError, match="disk is full"):
            back_up(database, disk / "backup.sqlite", unwatched)
        assert not list(disk.glob("backup*"))
        with pytest.raises(BackupError, match="disk is full"):
            restore(database, disk / "consent.sqlite", NOW, unwatched)
        assert not list(disk.glob("*consent*"))


def test_restoring_keeps_the_former_database(database: Path, tmp_path: Path) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    former = restore(backup, database, NOW, unwatched)
    assert former == tmp_path / "consent.sqlite.before-20261124T083000Z"
    assert notes(former) == ["first", "second"]
    assert notes(database) == ["backed up"]
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


def test_a_link_to_the_database_stays_one(database: Path, tmp_path: Path) -> None:
    """Or the restored file would be on the disk that the database was moved away from."""
    (tmp_path / "larger").mkdir()
    moved = database.rename(tmp_path / "larger" / "consent.sqlite")
    database.symlink_to(moved)
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    former = restore(backup, database, NOW, unwatched)
    assert database.readlink() == moved
    assert notes(database) == ["backed up"]
    assert former == tmp_path / "larger" / "consent.sqlite.before-20261124T083000Z"
    assert notes(former) == ["first", "second"]
    assert not former.is_symlink()


def test_restoring_where_there_was_none(tmp_path: Path) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    assert restore(backup, tmp_path / "consent.sqlite", NOW, unwatched) is None
    assert notes(tmp_path / "consent.sqlite") == ["backed up"]


def test_a_restore_that_is_ended_changes_nothing_and_leaves_no_file(
    database: Path, tmp_path: Path
) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    modes = []

    def end(pages: int, share: float) -> None:
        modes.append(stat.S_IMODE((tmp_path / ".consent.sqlite.restored").stat().st_mode))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(backup, database, NOW, end)
    assert modes == [0o600]
    assert notes(database) == ["first", "second"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.sqlite", "consent.sqlite"]


def test_a_former_database_is_not_replaced_by_another(database: Path, tmp_path: Path) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    former = restore(backup, database, NOW, unwatched)
    assert former is not None
    with pytest.raises(BackupError, match="already exists"):
        restore(backup, database, NOW, unwatched)
    assert notes(former) == ["first", "second"]
    assert not list(tmp_path.glob(".*restored"))


def test_a_database_that_cannot_be_written_is_not_called_in_use(tmp_path: Path) -> None:
    # A folder, since nothing is read-only for root.
    backup, folder = make_database(tmp_path / "backup.sqlite", "backed up"), tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(BackupError, match="This user must be able to write to the file and its"):
        restore(backup, folder, NOW, unwatched)


def test_a_database_in_use_is_not_replaced(database: Path, tmp_path: Path) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    with closing(sqlite3.connect(database)) as user:
        user.execute("SELECT * FROM notes").fetchone()
        with pytest.raises(BackupError, match="is in use"):
            restore(backup, database, NOW, unwatched)
    assert notes(database) == ["first", "second"]
    assert not list(tmp_path.glob("*before*"))
    assert not list(tmp_path.glob(".*restored"))


def test_a_database_without_wal_in_use_is_not_replaced(database: Path, tmp_path: Path) -> None:
    """As a restored one is until the service starts."""
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    with closing(sqlite3.connect(database)) as user:
        user.execute("PRAGMA journal_mode=DELETE")
        user.execute("BEGIN IMMEDIATE")
        with pytest.raises(BackupError, match="is in use"):
            restore(backup, database, NOW, unwatched)
    assert notes(database) == ["first", "second"]


DAMAGES = {
    "the header": (0, 200),
    "the first page": (100, 4096),
    "all of it": (0, 8192),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_replaced_and_kept(
    database: Path, tmp_path: Path, damage: str
) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    start, end = DAMAGES[damage]
    content = bytearray(database.read_bytes())
    content[start:end] = b"\xff" * (end - start)
    database.write_bytes(content)
    former = restore(backup, database, NOW, unwatched)
    assert former is not None
    assert former.read_bytes() == content
    assert notes(database) == ["backed up"]


def test_a_truncated_database_is_replaced(database: Path, tmp_path: Path) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    database.write_bytes(database.read_bytes()[:5000])
    restore(backup, database, NOW, unwatched)
    assert notes(database) == ["backed up"]


def test_a_damaged_database_in_use_is_not_replaced(database: Path, tmp_path: Path) -> None:
    backup = make_database(tmp_path / "backup.sqlite", "backed up")
    # Another process: closing a file drops all locks that a process has on it.
    script = (
        "import sqlite3, sys; user = sqlite3.connect(sys.argv[1]);"
        " user.execute('SELECT * FROM notes').fetchone(); print(flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as user:
        assert user.stdout is not None
        user.stdout.readline()
        with database.open("rb+") as file:
            file.write(b"\xff" * 200)
        with pytest.raises(BackupError, match="is in use"):
            restore(backup, database, NOW, unwatched)
        user.communicate()
    restore(backup, database, NOW, unwatched)
    assert notes(database) == ["backed up"]


def killed(database: Path) -> Path:
    """Bring the database into the state in which a killed process leaves it; return its log."""
    log = Path(f"{database}-wal")
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("INSERT INTO notes VALUES ('in the log only')")
        writer.commit()
        files_before = database.read_bytes(), log.read_bytes()
    for file, content in zip((database, log), files_before, strict=True):
        file.write_bytes(content)
    return log


def test_the_log_of_a_database_that_was_moved_away_is_not_applied_to_the_backup(
    database: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.sqlite"
    back_up(database, backup, unwatched)
    log = killed(database)
    database.rename(tmp_path / "moved.sqlite")
    content = log.read_bytes()
    assert restore(backup, database, NOW, unwatched) is None
    assert notes(database) == ["first", "second"]
    assert (tmp_path / "consent.sqlite.before-20261124T083000Z-wal").read_bytes() == content


def test_the_log_of_a_damaged_database_stays_with_it(database: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    back_up(database, backup, unwatched)
    log, header = killed(database), database.read_bytes()[:200]
    with database.open("rb+") as file:
        file.write(b"\xff" * 200)
    former = restore(backup, database, NOW, unwatched)
    assert former is not None
    assert not log.exists()
    assert notes(database) == ["first", "second"]
    # Repaired, it has all that it had.
    with former.open("rb+") as file:
        file.write(header)
    assert notes(former) == ["first", "second", "in the log only"]
