"""mypy in strict mode, as users of the Python client run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def hold_to_types(project: Path, cache: str, *modules: Path) -> None:
    """Check modules that use the Python client. ``cache`` names their cache below ``var/``."""
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file="),
            *("--cache-dir", str(project / "var" / "tests" / f"mypy-{cache}")),
            *map(str, modules),
        ],
        env={**os.environ, "MYPYPATH": str(project / "clients" / "python")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
