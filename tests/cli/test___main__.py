"""``python -m consent_app.cli``, for machines without the program on their path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MODULE = [sys.executable, "-m", "consent_app.cli"]
PROGRAM = [str(Path(sys.executable).with_name("consent-app"))]


def ran(command: list[str], *words: str) -> tuple[int, str, str]:
    completed = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    return completed.returncode, completed.stdout, completed.stderr


def test_the_module_is_the_program() -> None:
    for words in (["--version"], ["jobs", "--help"], ["no-such-command"]):
        assert ran(MODULE, *words) == ran(PROGRAM, *words)
    assert ran(MODULE, "no-such-command")[0] == 2
