"""Small file systems in memory, which fill up. They take the right to mount one: root's."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BLOCK = 4096


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Mount a small file system. Where that is not allowed the test is an expected failure."""
    # Not in pytest's folder, which PostgreSQL's own user may not enter.
    folder = Path(tempfile.mkdtemp(prefix="consent-disk-"))
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", str(folder)]
    try:
        if shutil.which("mount") is None:
            pytest.xfail("this machine has no mount")
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
        if completed.returncode:
            pytest.xfail(f"a file system cannot be mounted here: {completed.stderr.strip()}")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
    finally:
        folder.rmdir()


def fill(disk: Path) -> Path:
    """Leave nothing free; return the file that takes it all."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(BLOCK))
        except OSError:
            pass
    assert os.statvfs(disk).f_bavail == 0
    return filler
