"""Folders in memory, where tests' databases wait for no disk."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")


def memory_with(room: int) -> Path | None:
    """Return the folder in memory if ``room`` bytes are free there: containers often have 64 MB."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < room:
        return None
    return MEMORY


def prefix(kind: str) -> str:
    """Return how the name of a folder begins that this process removes when it ends."""
    return f"consent-{kind}-{os.getpid()}-"


def remove_leftovers() -> None:
    """Remove the folders in memory of processes that were killed."""
    for folder in MEMORY.glob("consent-*-*-*"):
        pid = folder.name.split("-")[2]
        if not Path("/proc", pid).exists():
            shutil.rmtree(folder, ignore_errors=True)
