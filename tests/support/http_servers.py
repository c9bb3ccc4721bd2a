"""This project's HTTP server, serving a test's small application."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import RawIOBase

from consent_app.server.channel import Channel
from consent_app.server.http import HttpServer
from consent_app.server.listener import listen
from consent_app.server.logs import WSGIApp
from consent_app.server.responses import ResponseTask


@contextmanager
def serving(app: WSGIApp, task: type[ResponseTask] = ResponseTask) -> Iterator[int]:
    """Serve ``app`` in a thread, with a ``task`` for each request; yield the port."""
    listener = listen("127.0.0.1", 0)
    port: int = listener.getsockname()[1]
    server = HttpServer(app, listener, threads=2)
    server._server.channel_class = type("Channel", (Channel,), {"task_class": task})
    thread = threading.Thread(target=server.run, args=(5.0,))
    thread.start()
    try:
        yield port
    finally:
        server.stop()
        thread.join(30)


class EndlessBody(RawIOBase):
    """A chunked body as other WSGI servers give it (``wsgi.input``): without a length or an end."""

    def __init__(self) -> None:
        self.read_bytes = 0

    def read(self, size: int | None = -1) -> bytes:
        """Return as many spaces as are asked for. Raises AssertionError if that is no number."""
        assert size is not None
        assert size >= 0, "everything was to be read"
        self.read_bytes += size
        assert self.read_bytes < 16 * 1024 * 1024, "too much was read"
        return b" " * size
