"""Clients that send half of a request, and what others notice of it."""

from __future__ import annotations

import http.client
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from consent_app.server.connections import (
    ConnectionLimits,
    ReadingRate,
    connections_to_close,
    is_overdue,
)
from tests.server.test_http import running
from tests.support.live_server import LiveServer

HALF_HEADERS = b"GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = (
    b"POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 1000\r\n\r\n{"email":'
)
QUICK = ConnectionLimits(header_seconds=0.6, body_seconds=1.2, idle_seconds=2)
PATIENT = ConnectionLimits(header_seconds=0.5, body_seconds=10, idle_seconds=4)


@pytest.fixture(autouse=True)
def files() -> Iterator[None]:
    """As many open files as these tests need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def opened(port: int, host: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(host, 0))


def is_answered(port: int) -> float:
    """Return how long one ordinary request took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/v1/health/ready")
        assert connection.getresponse().status == 200
    finally:
        connection.close()
    return time.monotonic() - began


@pytest.mark.parametrize("half", [HALF_HEADERS, HALF_BODY, b""], ids=["headers", "body", "silent"])
def test_1010_half_sent_requests_do_not_block_others(live_server: LiveServer, half: bytes) -> None:
    with ExitStack() as stack:
        connections = []
        for number in range(1010):
            client = stack.enter_context(opened(live_server.port))
            client.sendall(half)
            connections.append(client)
            if number % 100 == 99:
                assert is_answered(live_server.port) < 5
        assert max(is_answered(live_server.port) for _ in range(20)) < 5
        # The attacker comes again and again.
        for _ in range(300):
            client = stack.enter_context(opened(live_server.port))
            client.sendall(half)
        assert is_answered(live_server.port) < 5


def drip(client: socket.socket, seconds: float) -> bytes:
    """Send a byte every tenth of a second until the server ends; return what it said."""
    client.settimeout(0.1)
    until = time.monotonic() + seconds
    received = b""
    while time.monotonic() < until:
        try:
            client.sendall(b"x")
            part = client.recv(4096)
        except TimeoutError:
            continue
        except OSError:
            return received
        if not part:
            return received
        received += part
    raise AssertionError("the server still waits")


@pytest.mark.parametrize(
    ("half", "min_seconds"),
    [
        (b"GET /sleep/0 HTTP/1.1\r\nX-Slow: ", 0.5),
        (b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", 1.1),
    ],
    ids=["headers", "body"],
)
def test_a_request_that_drips_in_is_ended(half: bytes, min_seconds: float) -> None:
    with running(limits=QUICK) as server, opened(server.port) as client:
        began = time.monotonic()
        client.sendall(half)
        assert drip(client, 10).startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - began > min_seconds
        assert server.get("/sleep/0") == b"done"


def test_a_body_in_time_is_taken_and_an_idle_connection_stays_for_its_time() -> None:
    with running(limits=PATIENT) as server, opened(server.port) as client:
        for _ in range(2):
            client.sendall(b"POST /sleep/0 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
            time.sleep(0.8)
            client.sendall(b"abc")
            assert client.recv(4096).endswith(b"done")
            answered = time.monotonic()
            time.sleep(1)
        assert client.recv(1) == b""
        assert time.monotonic() - answered > PATIENT.idle_seconds / 2


def test_a_request_that_takes_its_time_is_not_ended() -> None:
    with running(limits=QUICK) as server:
        assert server.get("/sleep/3") == b"done"


def test_a_client_waiting_for_an_answer_keeps_its_connection_when_they_run_short() -> None:
    limits = ConnectionLimits(connections=30)
    with running(limits=limits) as server, ExitStack() as stack:
        busy = stack.enter_context(opened(server.port))
        busy.sendall(b"GET /sleep/2 HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(100):
            stack.enter_context(opened(server.port)).sendall(b"GET / HT")
        assert server.get("/sleep/0") == b"done"
        assert busy.recv(4096).endswith(b"done")


def test_the_address_with_the_most_connections_loses_them_first() -> None:
    limits = ConnectionLimits(connections=40)
    with running(limits=limits) as server, ExitStack() as stack:
        # The oldest of all, but one of few.
        early_client = stack.enter_context(opened(server.port, "127.0.0.2"))
        early_client.sendall(b"GET /sleep/0 HTTP/1.1\r\nHost: x\r\n")
        time.sleep(0.2)
        for _ in range(200):
            stack.enter_context(opened(server.port, "127.0.0.3")).sendall(b"GET / HT")
        time.sleep(0.2)
        early_client.sendall(b"\r\n")
        assert early_client.recv(4096).endswith(b"done")


@dataclass
class Fake:
    since: float
    addr: Any
    request: Any = None
    requests: list[Any] = field(default_factory=list)
    total_outbufs_len: int = 0
    sent: int = 0
    lingers: bool = False


def test_idle_connections_are_dispensable() -> None:
    many = [Fake(float(number), ("198.51.100.1", 1)) for number in range(10)]
    few = [Fake(float(number), ("198.51.100.2", 1)) for number in range(3)]
    busy = Fake(-1.0, ("198.51.100.1", 1), requests=[object()])
    taking = Fake(95.0, ("198.51.100.3", 1), total_outbufs_len=9)
    stuck = Fake(-2.0, "localhost", total_outbufs_len=9)
    everybody = [*reversed(many), *few, busy, taking, stuck]
    chosen = connections_to_close(everybody, 100.0, ConnectionLimits(), 7)
    assert chosen == many[:7]
    all_waiting = connections_to_close(everybody, 100.0, ConnectionLimits(), 100)
    assert len(all_waiting) == 14
    assert busy not in all_waiting
    assert taking not in all_waiting


@pytest.mark.parametrize(
    ("soft", "expected"), [(resource.RLIM_INFINITY, 1000), (4096, 1000), (512, 256), (64, 16)]
)
def test_there_are_never_more_connections_than_files(
    monkeypatch: pytest.MonkeyPatch, soft: int, expected: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(resource, "getrlimit", lambda _: (soft, soft))
        assert ConnectionLimits(connections=1000).max_connections == expected


def test_a_client_that_still_reads_its_response_is_not_overdue() -> None:
    limits = ConnectionLimits()
    assert is_overdue(Fake(0.0, "localhost"), limits.idle_seconds + 1, limits)
    reading = Fake(0.0, "localhost", total_outbufs_len=9)
    assert not is_overdue(reading, limits.idle_seconds + 1, limits)


@pytest.mark.parametrize(("requests", "slowest"), [([object()], 1000), ([], 100)])
def test_a_response_that_is_complete_may_be_read_more_slowly(
    requests: list[Any], slowest: int
) -> None:
    limits = ConnectionLimits(rate_seconds=10.0, streamed_rate=100, buffered_rate=10)
    for sent, is_too_slow in ((slowest - 1, True), (slowest, False)):
        client = Fake(0.0, "localhost", requests=requests, total_outbufs_len=9)
        rate = ReadingRate()
        assert not rate.is_too_slow(client, 0.0, limits)
        client.sent = sent
        assert not rate.is_too_slow(client, 9.9, limits)
        assert rate.is_too_slow(client, 10.0, limits) is is_too_slow
