"""A port in front of the service that can be cut: an outage as a browser sees it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Forwarder:
    """Forwards connections from its own port to ``port``, unless it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut = False
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End every connection, and refuse new ones."""
        self._cut = True
        self._hang_up()

    def repair(self) -> None:
        """Forward again."""
        self._cut = False

    def close(self) -> None:
        """End all connections and stop listening."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listener.accept()
                if self._cut:
                    caller.close()
                    continue
                service = socket.create_connection(("127.0.0.1", self._to))
                self._open += caller, service
                for pair in ((caller, service), (service, caller)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        self._end(source, target)

    def _hang_up(self) -> None:
        self._end(*self._open)
        self._open.clear()

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            # Only shutdown wakes the thread that reads from it.
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
