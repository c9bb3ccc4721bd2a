"""A disk that is nearly full: `check` and `database status` say so before it is full."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from consent_app.cli import main
from consent_app.maintenance.free_space import LOW, find_free_bytes
from tests.support.commands import Run, read
from tests.support.databases import Databases
from tests.support.disks import fill, small_disk
from tests.support.harness import SECRET_KEYS


@pytest.mark.parametrize(
    "command", [("check",), ("database", "status"), ("database", "status", "--json")]
)
def test_a_nearly_full_disk_of_sqlite_is_named(
    ini: str,
    command: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with small_disk(16) as disk:
        url = Databases(disk, None).fresh("sqlite")
        monkeypatch.setenv("CONSENT_DATABASE_URL", url)
        monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
        file = url.removeprefix("sqlite:///")
        assert main([*command, "--ini", ini]) == 0
        printed = "".join(capsys.readouterr())
        assert f"Warning: The disk of {file} has " in printed
        assert " MB left. When it is full, nothing is recorded." in printed


def test_a_full_disk_of_sqlite_is_named_with_what_fails(
    ini: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(16) as disk:
        monkeypatch.setenv("CONSENT_DATABASE_URL", Databases(disk, None).fresh("sqlite"))
        fill(disk)
        assert main(["check", "--ini", ini]) == 1
        printed = capsys.readouterr().out
    assert " has 0 MB left." in printed
    assert "Wrong: The SQLite file cannot be written, as on a full disk" in printed


def test_a_link_to_the_database_is_followed(tmp_path: Path) -> None:
    with small_disk(16) as disk:
        (disk / "consent.sqlite").touch()
        link = tmp_path / "consent.sqlite"
        link.symlink_to(disk / "consent.sqlite")
        free = find_free_bytes(f"sqlite:///{link}")
        assert free is not None
        assert free <= 16 * 1024 * 1024


def test_room_is_reported_without_a_warning(run: Run, tmp_path: Path, dialect: str) -> None:
    if shutil.disk_usage(tmp_path).free < LOW:
        pytest.skip("this machine's disk is nearly full")
    details = read(run, "database", "status")
    assert "Warning: The disk" not in run("check")
    # The disk of PostgreSQL may be one of another machine.
    assert (details["freeBytes"] is None) == (dialect == "postgresql")


@pytest.mark.parametrize(
    "url",
    ["postgresql://consent@127.0.0.1/consent", "sqlite:///:memory:", "sqlite:////no/x.sqlite"],
)
def test_nothing_is_said_about_a_disk_that_is_not_known(url: str) -> None:
    assert find_free_bytes(url) is None
