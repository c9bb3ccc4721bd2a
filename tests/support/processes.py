"""Processes that tests start and stop."""

from __future__ import annotations

import ctypes
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

START_SECONDS = 180
"""How long a server may take to its first answer, on a machine that is busy with other things."""

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """For ``preexec_fn``: have the kernel end this process when the one that started it is killed.

    Elsewhere than on Linux a killed test session leaves it behind.
    """
    if sys.platform == "linux":
        # A shell starts what is in its background with this signal ignored.
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)
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


_PORTS = range(15_000, 32_000)
"""Below those that Linux gives to outgoing connections, of which one could take a port in the
moment before a server does."""
_given: set[int] = set()


def free_port() -> int:
    """Return a TCP port of the loopback address that nothing listens on, another one each time."""
    while True:
        port = secrets.choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in _given:
            _given.add(port)
            return port


def wait_until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return once ``url`` answers. Raises RuntimeError, with the log, where it does not in time."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"It does not answer:\n{log.read_text()}") from None
            time.sleep(0.05)
