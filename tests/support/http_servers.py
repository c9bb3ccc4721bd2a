"""This project's HTTP server, serving a test's small application."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
