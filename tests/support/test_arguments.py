"""What pytest is asked to run: a mistake is named, with several processes too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("asked", ["tests/no_such_room", "tests/no_such_room/test_it.py::test_it"])
def test_a_path_that_does_not_exist_is_named(project: Path, asked: str) -> None:
    command = (sys.executable, "-m", "pytest", "-n1", "-p", "no:cacheprovider", asked)
    run = subprocess.run(
        command, cwd=project, capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"file or directory not found: {asked}" in run.stderr
