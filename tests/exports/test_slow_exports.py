"""Clients that take an export so slowly that it would never end."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.exports.slots import MAX_PER_WORKSPACE
from consent_app.server.connections import ConnectionLimits
from consent_app.server.http import HttpServer
from consent_app.server.listener import listen
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import Harness
from tests.support.receipt_rows import many_receipts

PATH = "/v1/api/consent-events"
NDJSON = "application/x-ndjson"
ROWS = 9000
WINDOW_SECONDS = 1.5


@pytest.fixture
def port(harness: Harness) -> Iterator[int]:
    """The whole application behind the server itself, which measures over a short time."""
    listener = listen("127.0.0.1", 0)
    # On loopback, Linux takes megabytes at a time, and a busy machine reads less in the window.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
    port: int = listener.getsockname()[1]
    limits = ConnectionLimits(rate_seconds=WINDOW_SECONDS)
    server = HttpServer(harness.wsgi, listener, threads=12, limits=limits)
    thread = threading.Thread(target=server.run, args=(5.0,))
    thread.start()
    yield port
    server.stop()
    thread.join(30)


def reader_of(port: int, key: str, buffer: int) -> socket.socket:
    """Request an export and read nothing yet."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    client.settimeout(30)
    client.connect(("127.0.0.1", port))
    client.sendall(
        f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\nAccept: {NDJSON}\r\n"
        f"Authorization: Bearer {key}\r\n\r\n".encode()
    )
    return client


def whole_export(port: int, key: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        headers = {"Accept": NDJSON, "Authorization": f"Bearer {key}"}
        connection.request("GET", PATH, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_slow_readers_do_not_block_other_exports(
    app: TestApp, application: Application, port: int
) -> None:
    attacker: Site = make_site(make_panel(app, application.now()))
    other_site = make_site(make_panel(app, application.now()))
    other_site.decide()
    many_receipts(application, attacker, 3 * ROWS)
    with ExitStack() as stack:
        readers = [stack.enter_context(reader_of(port, attacker.key, 4096)) for _ in range(4)]
        answers = [reader.recv(12) for reader in readers]
        assert answers.count(b"HTTP/1.1 200") == MAX_PER_WORKSPACE
        assert answers.count(b"HTTP/1.1 503") == 4 - MAX_PER_WORKSPACE
        # Nobody else waits.
        status, body = whole_export(port, other_site.key)
        assert (status, body.count(b"\n")) == (200, 1)
        # The places come back, though a few bytes are taken all the time.
        assert whole_export(port, attacker.key)[0] == 503
        began = time.monotonic()
        while whole_export(port, attacker.key)[0] != 200:
            assert time.monotonic() - began < 300
            for reader, answer in zip(readers, answers, strict=True):
                if answer.endswith(b"200"):
                    with suppress(ConnectionError):
                        reader.recv(20)
            time.sleep(0.1)


def test_a_reader_at_a_fair_pace_gets_the_whole_export(
    app: TestApp, application: Application, port: int
) -> None:
    site: Site = make_site(make_panel(app, application.now()))
    many_receipts(application, site, ROWS)
    with reader_of(port, site.key, 65536) as reader:
        received = bytearray()
        while b"\r\n0\r\n\r\n" not in received[-16:]:
            # Through several times of measuring.
            part = reader.recv(30_000)
            assert part, f"The server disconnected the reader after {len(received)} bytes."
            received += part
            time.sleep(0.03)
    assert received.count(b'{"id":') == ROWS
    assert json.loads(received[received.index(b'{"id":') :].split(b"\n")[0])
