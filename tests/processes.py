"""Processes that tests start beside themselves, and end."""

from __future__ import annotations

import ctypes
import signal
import socket
import sys

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """For ``preexec_fn``: have the kernel end this process when the one that started it is killed.

    Elsewhere than on Linux a killed test session leaves it behind.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def free_port() -> int:
    """Return a TCP port of the loopback address that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
