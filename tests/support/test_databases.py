"""Where the tests' databases are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import databases, memory
from tests.support.databases import quick_folder


def test_databases_are_in_memory_and_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "memory").mkdir()
    monkeypatch.setattr(memory, "MEMORY", tmp_path / "memory")
    monkeypatch.setattr(databases, "ROOM", 0)
    with quick_folder(tmp_path / "disk") as folder:
        assert folder.parent == tmp_path / "memory"
        (folder / "a.sqlite").touch()
    assert not folder.exists()


@pytest.mark.parametrize("room", [2**70, 0], ids=["too little memory", "no memory"])
def test_a_folder_on_disk_is_taken_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr(memory, "MEMORY", tmp_path if room else tmp_path / "none")
    monkeypatch.setattr(databases, "ROOM", room)
    with quick_folder(tmp_path / "disk") as folder:
        assert folder == tmp_path / "disk"
