"""One client's connection: how it ends when a request was refused before all of it was read."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from consent_app.server.connections import ConnectionLimits
from tests.server.test_connections import opened
from tests.server.test_http import running
from tests.support.http_servers import serving

TOO_LARGE = b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n"
MEGABYTE = bytes(1 << 20)


def test_a_client_that_is_still_sending_can_read_why_it_was_refused() -> None:
    with running() as server, opened(server.port) as client:
        client.sendall(TOO_LARGE)
        for _ in range(4):
            time.sleep(0.1)
            client.sendall(MEGABYTE)
        assert client.recv(4096).startswith(b"HTTP/1.1 413 ")
        assert server.get("/sleep/0") == b"done"


def send_on(client: socket.socket, megabytes: int) -> None:
    for _ in range(megabytes):
        client.sendall(MEGABYTE)
    while True:
        client.sendall(b"x")
        time.sleep(0.05)


@pytest.mark.parametrize("megabytes", [1, 20])
def test_a_client_that_continues_to_send_is_disconnected(megabytes: int) -> None:
    limits = ConnectionLimits(header_seconds=1, refused_seconds=0.5)
    with running(limits=limits) as server, opened(server.port) as client:
        began = time.monotonic()
        client.settimeout(20)
        client.sendall(TOO_LARGE)
        with pytest.raises(OSError, match=r"reset|pipe"):
            send_on(client, megabytes)
        assert time.monotonic() - began < 10
        assert server.get("/sleep/0") == b"done"


def test_a_refused_client_that_leaves_gives_up_its_place() -> None:
    with running() as server:
        with opened(server.port) as client:
            client.sendall(TOO_LARGE)
            assert client.recv(4096).startswith(b"HTTP/1.1 413 ")
        deadline = time.monotonic() + 5
        while server.server._channels() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.server._channels() == []


def test_a_refused_client_does_not_delay_the_end() -> None:
    with running() as server, opened(server.port) as client:
        client.sendall(TOO_LARGE)
        assert client.recv(4096).startswith(b"HTTP/1.1 413 ")
        began = time.monotonic()
        server.stop()
        server.join()
        assert server.unanswered == 0
        assert time.monotonic() - began < 4


def test_a_client_that_leaves_before_its_answer_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ended = []

    def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        time.sleep(0.05)
        start_response("200 OK", [("Content-Length", str(64 * 65536))])
        try:
            yield from [bytes(65536)] * 64
        finally:
            ended.append(time.monotonic())

    with serving(slow) as port:
        for _ in range(100):
            with opened(port) as client:
                client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                time.sleep(0.01)
        deadline = time.monotonic() + 30
        while len(ended) < 100 and time.monotonic() < deadline:
            time.sleep(0.05)
    assert len(ended) == 100
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
