"""The folder in memory, where tests' databases wait for no disk."""

from __future__ import annotations

import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")


def memory_with(room: int) -> Path | None:
    """Return the folder in memory if ``room`` bytes are free there: containers often have 64 MB."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < room:
        return None
    return MEMORY
