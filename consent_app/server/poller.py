"""Which of many sockets are ready, in a time that grows only with the active ones.

Waitress asks each connection, in each iteration of its loop, whether it wants to read or write. Of
two thousand connections nearly all just wait for their client, and their answer changes only when
the loop reads from them. Here the kernel is asked about those once (epoll), and they are checked
again when data arrives or ``look_at_all`` is called. On systems other than Linux waitress's own way
is used.
"""

from __future__ import annotations

import select
from contextlib import suppress
from typing import Any

from waitress import wasyncore

_READ = select.POLLIN | select.POLLPRI
_WRITE = select.POLLOUT


def make_poller(quiet: type[Any]) -> Poller:
    """Return a poller. ``quiet`` is the type of the sockets that need no checks while they only
    read."""
    return EpollPoller(quiet) if hasattr(select, "epoll") else Poller()


class Poller:
    """Waitress's own poller. Its objects add themselves to ``map``."""

    def __init__(self) -> None:
        self.map: dict[int, Any] = {}

    def look_at_all(self) -> None:
        """Check every socket in the next iteration, because its state may have changed."""

    def poll(self, seconds: float) -> None:
        """Wait up to ``seconds`` for sockets that are ready, and let them do their work."""
        wasyncore.poll2(seconds, self.map)

    def close(self) -> None:
        """Free the poller's resources. It does not own the sockets."""


class EpollPoller(Poller):
    """See the module. Called by the loop's own thread. A socket may be closed, and so leave the
    map, in any thread."""

    def __init__(self, quiet: type[Any]) -> None:
        self._quiet = quiet
        self._epoll = select.epoll()
        self._active: set[int] = set()
        self._registered: dict[int, int] = {}
        self.map = _Sockets(self)

    def look_at_all(self) -> None:
        """Check every socket in the next iteration, because its state may have changed."""
        self._active.update(self.map)

    def poll(self, seconds: float) -> None:
        """Wait up to ``seconds`` for sockets that are ready, and let them do their work."""
        for number in tuple(self._active):
            channel = self.map.get(number)
            if channel is not None:
                self._ask_kernel(number, channel)
        for number, flags in self._epoll.poll(seconds):
            channel = self.map.get(number)
            if channel is None:
                # Closed between two steps of the loop.
                self.forget(number)
                continue
            self._active.add(number)
            if flags & _WRITE or channel.readable():
                wasyncore.readwrite(channel, flags)
            else:
                # The connection is still processing its input. Do not report it again and again.
                self.forget(number)
                self._active.add(number)

    def close(self) -> None:
        """Free the poller's resources. It does not own the sockets."""
        self._epoll.close()

    def added(self, number: int) -> None:
        """Add a socket that is new in the map."""
        self._registered.pop(number, None)
        self._active.add(number)

    def forget(self, number: int) -> None:
        """Stop watching a socket, which is still open."""
        self._active.discard(number)
        self._registered.pop(number, None)
        # It may be closed already, or never have been registered.
        with suppress(OSError, ValueError):
            self._epoll.unregister(number)

    def _ask_kernel(self, number: int, channel: Any) -> None:
        events = _READ if channel.readable() else 0
        # Listening sockets are never written to.
        if channel.writable() and not channel.accepting:
            events |= _WRITE
        registered = self._registered.get(number, 0)
        if events == _READ and isinstance(channel, self._quiet):
            self._active.discard(number)
        # A socket that waits for nothing stays registered, because most wait for the same again
        # soon.
        if events and events != registered:
            self._registered[number] = events
            try:
                (self._epoll.modify if registered else self._epoll.register)(number, events)
            except OSError:
                # Closed in the meantime.
                self._registered.pop(number, None)


class _Sockets(dict[int, Any]):
    def __init__(self, poller: EpollPoller) -> None:
        super().__init__()
        self._poller = poller

    def __setitem__(self, number: int, channel: Any) -> None:
        super().__setitem__(number, channel)
        self._poller.added(number)

    def __delitem__(self, number: int) -> None:
        # Before the socket is closed, because its number may be reused right after.
        super().__delitem__(number)
        self._poller.forget(number)
