"""When databases are in memory."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support import memory
from tests.support.memory import memory_with, prefix, remove_leftovers


def test_memory_is_taken_where_it_has_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MEMORY", tmp_path)
    assert memory_with(0) == tmp_path
    assert memory_with(2**70) is None
    monkeypatch.setattr(memory, "MEMORY", tmp_path / "none")
    assert memory_with(0) is None


def test_the_folders_of_killed_processes_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MEMORY", tmp_path)
    with subprocess.Popen(["true"]) as ended:
        pass
    left, own, other = (
        tmp_path / name
        for name in (f"consent-pg-{ended.pid}-x_1", f"{prefix('sqlite')}y-2", "consent-pictures")
    )
    for folder in (left, own, other):
        (folder / "data").mkdir(parents=True)
    remove_leftovers()
    assert sorted(tmp_path.iterdir()) == sorted((own, other))
