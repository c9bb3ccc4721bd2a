"""How long a connection may stay open, and which ones are closed when the server runs short.

An idle connection costs its client nothing: a thousand half-sent requests could keep everybody else
out. So a request must arrive within a time limit. When the server nears its limit of connections,
it closes those that wait for their client, starting with the address that has the most of them.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

RESERVED_FILES = 256
"""File descriptors that the process needs for other things: databases, logs, fetching."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The time limits in seconds for a request's line and headers, for its body, between two
    requests, and for reading a refusal; how many connections may be open; and after how many
    seconds a response that the client does not read counts as waiting for the client.

    ``rate_seconds`` is the period over which a client's reading speed is measured. While the
    response is still being generated, which occupies a thread and a database connection, the
    minimum is ``streamed_rate`` bytes a second; after that it is ``buffered_rate``.
    """

    header_seconds: float = 10.0
    body_seconds: float = 60.0
    idle_seconds: float = 120.0
    refused_seconds: float = 2.0
    unread_seconds: float = 10.0
    connections: int = 1000
    rate_seconds: float = 30.0
    streamed_rate: int = 32 * 1024
    buffered_rate: int = 1024

    @property
    def max_connections(self) -> int:
        """The limit of connections for this process: never more than it may open files."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY:
            return self.connections
        return max(16, min(self.connections, soft - RESERVED_FILES))


class Connection(Protocol):
    """The attributes of a connection that are used here. ``since`` is when it entered its present
    state, by the monotonic clock. ``request`` is the one that is being received. ``lingers`` is
    set after a refusal, while the client may still be sending."""

    since: float
    lingers: bool
    request: Any
    requests: list[Any]
    total_outbufs_len: int
    addr: Any
    sent: int


class ReadingRate:
    """Measures how fast one client reads its response."""

    def __init__(self) -> None:
        self._began = 0.0
        self._sent: int | None = None

    def is_too_slow(self, connection: Connection, now: float, limits: ConnectionLimits) -> bool:
        """Return whether the client read too little in the measured period. Call it often.

        The measurement restarts once the client has read everything, because then it waits for the
        server.
        """
        if not connection.total_outbufs_len:
            self._sent = None
            return False
        if self._sent is None:
            self._began, self._sent = now, connection.sent
            return False
        seconds = now - self._began
        if seconds < limits.rate_seconds:
            return False
        sent = connection.sent - self._sent
        self._began, self._sent = now, connection.sent
        rate = limits.streamed_rate if connection.requests else limits.buffered_rate
        return sent < rate * seconds


def is_overdue(connection: Connection, now: float, limits: ConnectionLimits) -> bool:
    """Return whether the client has kept the server waiting for a request too long."""
    if connection.requests or connection.total_outbufs_len:
        return False
    request = connection.request
    if connection.lingers:
        return now - connection.since > limits.refused_seconds
    if request is None:
        return now - connection.since > limits.idle_seconds
    seconds = limits.body_seconds if request.headers_finished else limits.header_seconds
    return now - connection.since > seconds


ConnectionT = TypeVar("ConnectionT", bound=Connection)


def connections_to_close(
    connections: Iterable[ConnectionT], now: float, limits: ConnectionLimits, count: int
) -> list[ConnectionT]:
    """Return up to ``count`` connections to close, so that others can connect.

    Only connections that wait for their client are chosen: before a request, within one, or while
    it reads a response. The address with the most of them comes first, and of its connections the
    longest waiting.
    """
    waiting = [
        connection
        for connection in connections
        if not connection.requests
        and (not connection.total_outbufs_len or now - connection.since > limits.unread_seconds)
    ]
    waiting.sort(key=lambda connection: connection.since)
    counts = Counter(_host(connection) for connection in waiting)
    chosen: list[ConnectionT] = []
    by_host: dict[str, list[ConnectionT]] = {}
    for connection in reversed(waiting):
        by_host.setdefault(_host(connection), []).append(connection)
    while counts and len(chosen) < count:
        (host, highest), *following = counts.most_common(2)
        # Down to the number of the next address, or by one if both have the same.
        surplus = max(1, highest - following[0][1]) if following else highest
        for _ in range(min(surplus, count - len(chosen))):
            chosen.append(by_host[host].pop())
        counts[host] = len(by_host[host])
        counts += Counter()
    return chosen


def _host(connection: Connection) -> str:
    address = connection.addr
    return str(address[0]) if isinstance(address, tuple) else str(address)
