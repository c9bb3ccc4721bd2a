"""When databases are in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import memory
from tests.support.memory import memory_with


def test_memory_is_taken_where_it_has_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MEMORY", tmp_path)
    assert memory_with(0) == tmp_path
    assert memory_with(2**70) is None
    monkeypatch.setattr(memory, "MEMORY", tmp_path / "none")
    assert memory_with(0) is None
