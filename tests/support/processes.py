"""Processes that tests start beside themselves, and end."""

from __future__ import annotations

import ctypes
import signal
import socket
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """For ``preexec_fn``: have the kernel end this process when the one that started it is killed.

    Elsewhere than on Linux a killed test session leaves it behind.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def children_of(pid: int, name: str) -> set[int]:
    """Return the child processes of ``pid`` whose name begins with ``name``."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in listed if name_of(int(child)).startswith(name)}


def name_of(pid: int) -> str:
    """Return what ``ps`` calls a process; nothing where it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def free_port() -> int:
    """Return a TCP port of the loopback address that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
