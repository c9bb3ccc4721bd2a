"""One client's connection: waitress's channel, with the times that limits apply to.

The limits are in ``consent_app.server.connections``.
"""

from __future__ import annotations

import logging
import socket
import time
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel

from consent_app.server.connections import ReadingRate
from consent_app.server.requests import RequestParser
from consent_app.server.responses import RefusalTask, ResponseTask

log = logging.getLogger(__name__)

NEW_CONNECTION_SECONDS = 2.0
"""How long a connection that was opened just before shutdown may take to send its request."""

NEXT_REQUEST_SECONDS = 1.0
"""How long a connection that was answered just before shutdown may take to send its next request.
If it were closed immediately, a request might already be on its way."""

MAX_DISCARDED_BYTES = 8 * 1024 * 1024
"""How much is read and discarded after a refusal: as much as the longest body. No more is read."""

DISCARDED_AT_ONCE = 64 * 1024

_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n"
    b"Cache-Control: no-store\r\n\r\n"
)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection. Its requests are answered by threads, one after the other."""

    parser_class = RequestParser
    task_class = ResponseTask
    error_task_class = RefusalTask

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.since = time.monotonic()
        self.sent = 0
        self.reading_rate = ReadingRate()
        self.refused = False
        self.lingers = False
        self._discarded = 0
        self._in_body = False

    def received(self, data: bytes) -> bool:
        """Receive data, and note when a request or its body began."""
        before = self.request
        consumed: bool = super().received(data)
        request = self.request
        in_body = request is not None and request.headers_finished
        if request is not before or before is None or in_body != self._in_body:
            self.since = time.monotonic()
        self._in_body = in_body
        return consumed

    def readable(self) -> bool:
        """Return whether to read data. After a refusal, only a limited amount is read and
        discarded."""
        return self._discarded < MAX_DISCARDED_BYTES and bool(super().readable())

    def handle_read(self) -> None:
        """Read data, or discard it after a refusal."""
        if self.lingers:
            with suppress(OSError):
                self._discarded += len(self.recv(DISCARDED_AT_ONCE))
        else:
            super().handle_read()

    def handle_close(self) -> None:
        """Close the connection. After a refusal the client gets time to read it (RFC 9112 §9.6).

        Closing it while data arrives would reset it, and the client would lose the response.
        """
        if self.refused and self.connected and not self.lingers:
            self.lingers = True
            self.will_close: bool = False
            self.since = time.monotonic()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    def service(self) -> None:
        """Answer a request. The client's time for the next one begins after that."""
        super().service()
        self.since = time.monotonic()

    def write_soon(self, data: Any) -> int:
        """Send as much as possible immediately, without a buffer; waitress keeps the rest."""
        sent = 0
        if type(data) is bytes:
            with self.outbuf_lock:
                # The loop may close the connection until this has the lock.
                if self.connected and not self.total_outbufs_len:
                    sent = self.send(data, do_close=False)
        if sent == len(data):
            return sent
        return sent + int(super().write_soon(data[sent:] if sent else data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send some of ``data``, and count it."""
        sent: int = super().send(data, do_close=do_close)
        self.sent += sent
        return sent

    def cut_off(self) -> None:
        """Close the connection in the middle of a response, and stop generating it."""
        log.warning("Disconnected a client that read its response too slowly.")
        # Immediately: a socket whose client reads nothing is never asked to be written to.
        self.handle_close()

    def give_up(self) -> None:
        """Close the connection, with an error response if the client is sending a request."""
        with self.requests_lock:
            if self.requests or self.will_close:
                return
            self.will_close = True
            if self.request is not None and not self.total_outbufs_len:
                with suppress(OSError):
                    self.send(_TOO_LATE, do_close=False)
        if self.total_outbufs_len:
            self.cut_off()

    def busy(self) -> bool:
        """Return whether a request is being received, processed or answered."""
        if self.requests or self.request is not None or self.total_outbufs_len:
            return True
        untouched: bool = self.last_activity == self.creation_time
        if untouched:
            return bool(time.time() - self.creation_time < NEW_CONNECTION_SECONDS)
        return time.monotonic() - self.since < NEXT_REQUEST_SECONDS
