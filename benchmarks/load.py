"""A load generator: a few keep-alive connections, raw sockets, one thread.

It does as little work as possible for each response, so that on one core it outruns a server on one
core.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, repeat

READ_BYTES = 1 << 18
MIN_ANSWERS = 50
"""The least number of responses of a run, however long they take on a busy machine."""


@dataclass
class Result:
    """The results of a run. ``rate`` is in responses per second, times are in milliseconds."""

    answers: int
    rate: float
    median: float
    p99: float
    answer_bytes: int


@dataclass
class _Connection:
    sock: socket.socket
    started: float = 0.0
    buffer: bytearray = field(default_factory=bytearray)
    needed: int | None = None
    chunked: bool = False


class BadAnswerError(RuntimeError):
    """A response with an unexpected status: a benchmark must not measure errors."""


def wait(address: tuple[str, int], request: bytes) -> None:
    """Wait until a server that is just starting answers. Raises TimeoutError after a minute."""
    with socket.create_connection(address, timeout=60) as sock:
        sock.sendall(request)
        sock.recv(READ_BYTES)


def run(
    address: tuple[str, int],
    request: bytes | Iterator[bytes],
    status: int,
    *,
    seconds: float,
    connections: int,
) -> Result:
    """Send ``request`` repeatedly for ``seconds``; if it is an iterator, send each request once.

    Raises BadAnswerError for another status.
    """
    requests = repeat(request) if isinstance(request, bytes) else request
    selector = selectors.DefaultSelector()
    expected = f" {status} ".encode()
    times: list[float] = []
    size = 0
    for _ in range(connections):
        sock = socket.create_connection(address)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = _Connection(sock)
        selector.register(sock, selectors.EVENT_READ, connection)
        connection.started = time.perf_counter()
        sock.sendall(next(requests))
    started_at = time.perf_counter()
    end = started_at + seconds
    while time.perf_counter() < end or len(times) < MIN_ANSWERS:
        for key, _ in selector.select(1.0):
            connection = key.data
            data = connection.sock.recv(READ_BYTES)
            if not data:
                raise BadAnswerError("the server closed the connection")
            connection.buffer += data
            if not _complete(connection):
                continue
            if expected not in connection.buffer[:16]:
                raise BadAnswerError(connection.buffer[:600].decode("latin-1"))
            size = len(connection.buffer)
            connection.buffer.clear()
            connection.needed = None
            now = time.perf_counter()
            times.append(now - connection.started)
            connection.started = now
            connection.sock.sendall(next(requests))
    elapsed = time.perf_counter() - started_at
    for key in list(selector.get_map().values()):
        key.data.sock.close()
    selector.close()
    times.sort()
    return Result(
        answers=len(times),
        rate=len(times) / elapsed,
        median=times[len(times) // 2] * 1000,
        p99=times[int(len(times) * 0.99)] * 1000,
        answer_bytes=size,
    )


def mixed(address: tuple[str, int], requests: Iterator[bytes], *, connections: int) -> Counter[str]:
    """Send each of ``requests`` once; return the number of responses by status."""
    selector = selectors.DefaultSelector()
    statuses: Counter[str] = Counter()
    for request in islice(requests, connections):
        sock = socket.create_connection(address)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(sock, selectors.EVENT_READ, _Connection(sock))
        sock.sendall(request)
    while selector.get_map():
        for key, _ in selector.select(1.0):
            connection = key.data
            data = connection.sock.recv(READ_BYTES)
            connection.buffer += data
            if data and not _complete(connection):
                continue
            statuses[connection.buffer[9:12].decode("latin-1") or "closed"] += 1
            connection.buffer.clear()
            connection.needed = None
            request = next(requests, None)
            if not data or request is None:
                selector.unregister(connection.sock)
                connection.sock.close()
            else:
                connection.sock.sendall(request)
    selector.close()
    return statuses


def _complete(connection: _Connection) -> bool:
    if connection.needed is None:
        end = connection.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(connection.buffer[:end]).lower()
        connection.chunked = b"\r\ntransfer-encoding: chunked" in head
        length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
        connection.needed = end + 4 + int(length or 0)
    if connection.chunked:
        return connection.buffer.endswith(b"0\r\n\r\n")
    return len(connection.buffer) >= connection.needed
