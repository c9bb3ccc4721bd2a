"""A service manager that a process reports to, as systemd is."""

from __future__ import annotations

import socket
import time
from pathlib import Path


class ServiceManager:
    """Receives the reports of processes whose environment has ``environ``."""

    def __init__(self, folder: Path) -> None:
        path = folder / "notify"
        self.environ = {"NOTIFY_SOCKET": str(path)}
        self.reports: list[dict[str, str]] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))

    def close(self) -> None:
        self._socket.close()

    def wait_for(self, number: int, seconds: float = 60) -> list[dict[str, str]]:
        """Return the reports once there are ``number`` of them, each as its variables."""
        deadline = time.monotonic() + seconds
        while len(self.reports) < number:
            self._socket.settimeout(max(0.01, deadline - time.monotonic()))
            lines = self._socket.recv(4096).decode().splitlines()
            self.reports.append(dict(line.split("=", 1) for line in lines))
        return self.reports
