"""Processes that tests start and stop."""

from __future__ import annotations

import ctypes
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

START_SECONDS = 180
"""Seconds until a server must answer, even on a busy machine."""

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """For ``preexec_fn``: make the kernel end this process when its parent is killed.

    This works on Linux only; on other systems, a killed test session leaves the process behind.
    """
    if sys.platform == "linux":
        # Shells start background processes with this signal ignored.
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def children_of(pid: int, name: str) -> set[int]:
    """Return the child processes of ``pid`` whose name begins with ``name``."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in listed if name_of(int(child)).startswith(name)}


def name_of(pid: int) -> str:
    """Return the name of a process in ``ps``; an empty string if the process has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


_PORTS = range(15_000, 32_000)
"""The ports below those that Linux uses for outgoing connections: one of these could take a port
just before a server does."""
_chosen_ports: set[int] = set()


def ports_of(worker: str, count: int) -> range:
    """Return the ports of one of ``count`` test processes, whose name is ``gw`` and its number.

    They share none: a server listens a while after its port was chosen, and not while it restarts.
    """
    return _PORTS[int(worker.removeprefix("gw")) :: count]


def free_port() -> int:
    """Return a free TCP port of the loopback address, a different one each time."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    ports = ports_of(worker, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    while True:
        port = secrets.choice(ports)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in _chosen_ports:
            _chosen_ports.add(port)
            return port


def wait_until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until ``url`` answers. Raises RuntimeError, with the log, if it does not in time."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"It does not answer:\n{log.read_text()}") from None
            time.sleep(0.05)


def wait_until_it_listens(port: int) -> None:
    """Wait until a process listens on a port. Raises RuntimeError if none does in time."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise RuntimeError(f"Nothing listens on port {port}.")
