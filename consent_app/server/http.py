"""Waitress with a graceful shutdown and strict time limits.

Waitress's own shutdown stops the threads after five seconds and drops unsent output. Here the loop
continues, without accepting connections, until every request is answered and every response is
sent, or the time is up. Waitress also measures only whether a connection is silent. Here a request
must arrive in time, however slowly its bytes trickle in (``consent_app.server.connections``).
"""

from __future__ import annotations

import gc
import logging
import select
import socket
import threading
import time
from collections.abc import Sequence
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

from consent_app.server.channel import Channel
from consent_app.server.connections import ConnectionLimits, connections_to_close, is_overdue
from consent_app.server.logs import WSGIApp
from consent_app.server.poller import make_poller
from consent_app.server.threads import RequestThreads

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 8 * 1024 * 1024
"""Above every route's own limit, which is answered as a problem. This is only a safeguard."""

MAX_HEADER_BYTES = 16 * 1024
"""The limit for the request line and all headers. More is answered 431 and never reaches the
application."""

MAX_UNSENT_BYTES = 1024 * 1024
"""A streamed response waits for its client when this much of it is unsent."""

_LOOK_SECONDS = 1.0
_NEIGHBOUR_SECONDS = 0.5
_NEVER_SECONDS = 100 * 365 * 24 * 3600


class HttpServer:
    """Serves ``app`` on a listening socket, which it then owns, with ``threads`` threads.

    ``neighbours`` are the sockets of the other processes on the port. A connection that waits there
    for longer than ``_NEIGHBOUR_SECONDS`` is taken over, because its process has died or hangs.
    """

    def __init__(
        self,
        app: WSGIApp,
        listener: socket.socket,
        *,
        threads: int,
        limits: ConnectionLimits | None = None,
        neighbours: Sequence[socket.socket] = (),
    ) -> None:
        self._neighbours = list(neighbours)
        for neighbour in self._neighbours:
            neighbour.setblocking(False)
        self._waiting: set[socket.socket] = set()
        self._helped = 0.0
        self._limits = limits or ConnectionLimits()
        self._max_connections = self._limits.max_connections
        self._checked_at = 0.0
        self._poller = make_poller(Channel)
        self._map = self._poller.map
        self._threads = RequestThreads(threads)
        self._server = self._create_server(app, listener, threads)
        self._server.channel_class = Channel
        self._woken = False
        self._wake_lock = threading.Lock()
        self._ended = False
        self._server.pull_trigger = self._wake
        self._server.leaving = threading.Event()
        self._draining = threading.Event()

    def _create_server(self, app: WSGIApp, listener: socket.socket, threads: int) -> Any:
        return create_server(
            app,
            map=self._map,
            _dispatcher=self._threads,
            sockets=[listener],
            threads=threads,
            ident=None,
            # The application decides which proxies are trusted (consent.trusted_proxies).
            clear_untrusted_proxy_headers=False,
            max_request_body_size=MAX_BODY_BYTES,
            max_request_header_size=MAX_HEADER_BYTES,
            outbuf_high_watermark=MAX_UNSENT_BYTES,
            asyncore_use_poll=True,
            # This limit uses the time of day, so an adjusted clock would close every idle
            # connection. ConnectionLimits replaces it.
            channel_timeout=_NEVER_SECONDS,
            # Connections are closed before this limit is reached; the map has a few other sockets.
            connection_limit=self._max_connections + 16,
        )

    def leave(self) -> None:
        """Make clients open a new connection for their next requests. Call it from any thread.

        If there is another server, they are connected to it when this one stops.
        """
        self._server.leaving.set()

    def stop(self) -> None:
        """Make ``run`` end. Call it from any thread."""
        self.leave()
        if not self._draining.is_set():
            self._draining.set()
            self._server.pull_trigger()

    def run(self, grace_seconds: float) -> int:
        """Serve until ``stop``, then for ``grace_seconds`` at most.

        Returns how many connections were cut off with unanswered requests.
        """
        # The objects of start-up live as long as the process: the garbage collector can skip them.
        gc.freeze()
        while not self._draining.is_set():
            self._poll(_NEIGHBOUR_SECONDS if self._neighbours else _LOOK_SECONDS)
            self._check_connections()
            self._help_neighbours()
        deadline = time.monotonic() + grace_seconds
        self._stop_listening()
        while self._close_idle() and time.monotonic() < deadline:
            self._poll(0.05)
        unanswered = len(self._channels())
        if unanswered:
            log.warning("Cut off %d connections whose requests took too long.", unanswered)
        self._threads.shutdown(0.1)
        with self._wake_lock:
            self._ended = True
        wasyncore.close_all(self._map)
        self._poller.close()
        return unanswered

    def _help_neighbours(self) -> None:
        now = time.monotonic()
        if not self._neighbours or now - self._helped < _NEIGHBOUR_SECONDS:
            return
        self._helped = now
        # `select` accepts their file descriptors: they were opened first, so they are small.
        waiting = set(select.select(self._neighbours, [], [], 0)[0])
        for listener in waiting & self._waiting:
            self._take_over(listener)
        self._waiting = waiting

    def _take_over(self, listener: socket.socket) -> None:
        while len(self._map) < self._max_connections:
            try:
                connection, address = listener.accept()
            except OSError:
                return
            self._server.set_socket_options(connection)
            address = self._server.fix_addr(address)
            Channel(self._server, connection, address, self._server.adj, map=self._map)

    def _stop_listening(self) -> None:
        # Established connections that are not accepted yet count too.
        before = -1
        while before != len(self._map):
            before = len(self._map)
            self._server.handle_accept()
        self._poll(0)
        # Not the server's own close(), which would close the trigger that wakes this loop too.
        wasyncore.dispatcher.close(self._server)

    def _channels(self) -> list[Channel]:
        return [channel for channel in self._map.values() if isinstance(channel, Channel)]

    def _close_idle(self) -> bool:
        """Close idle connections. Return whether others are left."""
        for channel in self._channels():
            if not channel.busy():
                channel.will_close = True
        self._poller.look_at_all()
        return bool(self._channels())

    def _check_connections(self) -> None:
        now = time.monotonic()
        if now - self._checked_at >= min(_LOOK_SECONDS, self._limits.header_seconds / 4):
            self._checked_at = now
            for channel in self._channels():
                if is_overdue(channel, now, self._limits):
                    channel.give_up()
                elif channel.reading_rate.is_too_slow(channel, now, self._limits):
                    channel.cut_off()
            self._poller.look_at_all()
        if len(self._map) >= self._max_connections:
            # A tenth at a time, because checking all of them takes time too.
            channels = [channel for channel in self._channels() if not channel.will_close]
            surplus = len(channels) - self._max_connections * 9 // 10
            for channel in connections_to_close(channels, now, self._limits, surplus):
                channel.give_up()
            self._poller.look_at_all()

    def _wake(self) -> None:
        # A response that finishes while the loop is awake is seen when it next checks all channels.
        # Waking the loop would take a system call and a thread switch for each.
        if not self._woken:
            with self._wake_lock:
                # A thread may come when the loop has ended: its trigger's number may be another
                # file's by then.
                if not self._ended:
                    self._woken = True
                    self._server.trigger.pull_trigger()

    def _poll(self, seconds: float) -> None:
        self._woken = False
        self._poller.poll(seconds)
