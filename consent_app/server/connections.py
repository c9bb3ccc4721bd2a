"""How long a connection may keep its place, and which ones lose it when places run short.

A place costs a client nothing: whoever opened a thousand connections and sent half a request on
each would keep everybody else out. So a request has to arrive within a time, and where nearly all
places are taken the connections that wait for their client are closed, first those of the address
that holds the most.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

RESERVED_FILES = 256
"""What the process has open beside its connections: databases, logs, what it fetches."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Seconds for a request's line and headers, for its body, and for a connection between two
    requests; how many connections there are at once; and after how many seconds an answer that its
    client does not take counts as waiting for it.

    ``rate_seconds`` is the time over which it is measured how fast a client takes an answer: while
    the answer is still being made, which holds a thread and a connection to the database,
    ``streamed_rate`` bytes a second at the least, later ``buffered_rate``."""

    header_seconds: float = 10.0
    body_seconds: float = 60.0
    idle_seconds: float = 120.0
    taking_seconds: float = 10.0
    connections: int = 1000
    rate_seconds: float = 30.0
    streamed_rate: int = 32 * 1024
    buffered_rate: int = 1024

    @property
    def places(self) -> int:
        """How many connections this process can hold: never more than it may open files."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY:
            return self.connections
        return max(16, min(self.connections, soft - RESERVED_FILES))


class Connection(Protocol):
    """What is asked of a connection. ``since`` is when it came into its present state, by the
    monotonic clock; ``request`` is the one that is being received."""

    since: float
    request: Any
    requests: list[Any]
    total_outbufs_len: int
    addr: Any
    sent: int


class Taking:
    """Measures how fast one client takes what is sent to it."""

    def __init__(self) -> None:
        self._began = 0.0
        self._sent: int | None = None

    def too_slow(self, connection: Connection, now: float, limits: ConnectionLimits) -> bool:
        """Whether the client took too little over the time measured. Ask often.

        The measurement starts again once it has taken everything: then it waits for the server.
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
        taken = connection.sent - self._sent
        self._began, self._sent = now, connection.sent
        rate = limits.streamed_rate if connection.requests else limits.buffered_rate
        return taken < rate * seconds


def is_overdue(connection: Connection, now: float, limits: ConnectionLimits) -> bool:
    """Whether the client has let the server wait too long for a request."""
    if connection.requests or connection.total_outbufs_len:
        return False
    request = connection.request
    if request is None:
        return now - connection.since > limits.idle_seconds
    seconds = limits.body_seconds if request.headers_finished else limits.header_seconds
    return now - connection.since > seconds


ConnectionT = TypeVar("ConnectionT", bound=Connection)


def dispensable(
    connections: Iterable[ConnectionT], now: float, limits: ConnectionLimits, count: int
) -> list[ConnectionT]:
    """Return up to ``count`` connections to close, so that others find a place.

    Only such as wait for their client: for a request, the rest of one, or the taking of an answer.
    First come those of the address that has the most of them, the longest waiting before others.
    """
    waiting = [
        connection
        for connection in connections
        if not connection.requests
        and (not connection.total_outbufs_len or now - connection.since > limits.taking_seconds)
    ]
    waiting.sort(key=lambda connection: connection.since)
    counts = Counter(_host(connection) for connection in waiting)
    chosen: list[ConnectionT] = []
    by_host: dict[str, list[ConnectionT]] = {}
    for connection in reversed(waiting):
        by_host.setdefault(_host(connection), []).append(connection)
    while counts and len(chosen) < count:
        (host, most), *others = counts.most_common(2)
        # Down to what the next one holds, and by one where they hold the same.
        surplus = max(1, most - others[0][1]) if others else most
        for _ in range(min(surplus, count - len(chosen))):
            chosen.append(by_host[host].pop())
        counts[host] = len(by_host[host])
        counts += Counter()
    return chosen


def _host(connection: Connection) -> str:
    address = connection.addr
    return str(address[0]) if isinstance(address, tuple) else str(address)
