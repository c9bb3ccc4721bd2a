"""Reports about this process to the service manager, such as systemd, as in sd_notify(3).

They go to the datagram socket that NOTIFY_SOCKET names. Without one, nothing is reported.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress


def report_ready(status: str = "") -> None:
    """Report that this process has started, or has finished a reload.

    ``status`` is one line that ``systemctl status`` shows.
    """
    _send("READY=1", f"STATUS={status}")


def report_reload() -> None:
    """Report that a reload has begun. ``report_ready`` reports its end."""
    _send("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")


def report_stop() -> None:
    """Report that this process is ending."""
    _send("STOPPING=1")


def _send(*lines: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    # A manager that does not listen must not end the service.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto("\n".join(lines).encode(), address)
