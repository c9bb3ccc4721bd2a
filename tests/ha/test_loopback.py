"""What deploy/ha/loopback.py finds before it starts anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ha.failover import load_loopback


def test_patroni_may_be_named_by_a_relative_path(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loopback = load_loopback(project)
    monkeypatch.setattr(loopback.shutil, "which", lambda name, path: f"/usr/bin/{name}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATRONI", "bin/patroni")
    assert loopback.Programs.locate().patroni == str(tmp_path / "bin" / "patroni")
