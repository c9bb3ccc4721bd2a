"""Many waiting connections neither slow down the loop nor lose anything."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from consent_app.server.channel import Channel
from consent_app.server.http import HttpServer

ANSWER = b"HTTP/1.1 200 OK"
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
CONNECTIONS = 200


def _app(environ: object, start_response: object) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "2")])  # type: ignore[operator]
    return [b"ok"]


@pytest.fixture
def port() -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    number: int = listener.getsockname()[1]
    server = HttpServer(_app, listener, threads=2)
    thread = threading.Thread(target=server.run, args=(1.0,))
    thread.start()
    yield number
    server.stop()
    thread.join(10)
    assert not thread.is_alive()


def test_connections_that_wait_are_not_looked_at(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(CONNECTIONS)]
    requests = []
    readable = Channel.readable

    def counted(channel: Channel) -> bool:
        requests.append(channel)
        return bool(readable(channel))

    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(REQUEST)
        assert client.recv(4096).startswith(ANSWER)
        monkeypatch.setattr(Channel, "readable", counted)
        began = time.monotonic()
        for _ in range(100):
            client.sendall(REQUEST)
            assert client.recv(4096).startswith(ANSWER)
    # A few a turn, and once a second all of them. It was each of them at each of 200 turns.
    seconds = time.monotonic() - began
    assert len(requests) < (20 + 2 * seconds) * CONNECTIONS
    for item in idle:
        item.close()


def test_each_connection_is_answered_at_any_time(port: int) -> None:
    clients = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(50)]
    for _ in range(3):
        for client in clients:
            client.sendall(REQUEST[:10])
        for client in reversed(clients):
            # The rest, and the beginning of another that follows at once.
            client.sendall(REQUEST[10:] + REQUEST)
        for client in clients:
            answers = b""
            while answers.count(ANSWER) < 2:
                answers += client.recv(4096)
    for client in clients:
        client.close()
    # Their numbers are given to others.
    reconnected = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(50)]
    for client in reconnected:
        client.sendall(REQUEST)
    for client in reconnected:
        assert client.recv(4096).startswith(ANSWER)
        client.close()
