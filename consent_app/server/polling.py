"""Which of many sockets are ready, at a cost that grows with those at work, not with all of them.

Waitress asks each connection, at each turn of its loop, whether it wants to read or write. Of two
thousand connections nearly all only wait for their client, and their answer changes by what the
loop itself reads alone: here the kernel is asked about those once (epoll), and they are looked at
again when something arrived, or when ``look_at_all`` says so. Elsewhere than on Linux waitress's
own way is taken.
"""

from __future__ import annotations

import select
from contextlib import suppress
from typing import Any

from waitress import wasyncore

_READ = select.POLLIN | select.POLLPRI
_WRITE = select.POLLOUT


def make_poller(quiet: type[Any]) -> Poller:
    """Return a poller. ``quiet`` are the sockets that may be left alone while they only read."""
    return EpollPoller(quiet) if hasattr(select, "epoll") else Poller()


class Poller:
    """Waitress's own. ``map`` is what its objects add themselves to."""

    def __init__(self) -> None:
        self.map: dict[int, Any] = {}

    def look_at_all(self) -> None:
        """Look at every socket at the next turn: what it wants may have changed."""

    def poll(self, seconds: float) -> None:
        """Wait for sockets that are ready, for so long at most, and have them do their work."""
        wasyncore.poll2(seconds, self.map)

    def close(self) -> None:
        """Free what it holds; the sockets are not its own."""


class EpollPoller(Poller):
    """See the module. The loop's own thread calls it; a socket may be closed, and so leave the map,
    in any thread."""

    def __init__(self, quiet: type[Any]) -> None:
        self._quiet = quiet
        self._epoll = select.epoll()
        self._restless: set[int] = set()
        self._asked: dict[int, int] = {}
        self.map = _Sockets(self)

    def look_at_all(self) -> None:
        """Look at every socket at the next turn: what it wants may have changed."""
        self._restless.update(self.map)

    def poll(self, seconds: float) -> None:
        """Wait for sockets that are ready, for so long at most, and have them do their work."""
        for number in tuple(self._restless):
            channel = self.map.get(number)
            if channel is not None:
                self._ask_kernel(number, channel)
        for number, flags in self._epoll.poll(seconds):
            channel = self.map.get(number)
            if channel is None:
                # Closed between two steps of the loop's.
                self.forget(number)
                continue
            self._restless.add(number)
            if flags & _WRITE or channel.readable():
                wasyncore.readwrite(channel, flags)
            else:
                # It is at work on what it has read: not to be told of more again and again.
                self.forget(number)
                self._restless.add(number)

    def close(self) -> None:
        """Free what it holds; the sockets are not its own."""
        self._epoll.close()

    def added(self, number: int) -> None:
        """Note a socket that is new in the map."""
        self._asked.pop(number, None)
        self._restless.add(number)

    def forget(self, number: int) -> None:
        """Ask the kernel no more about a socket, which is still open."""
        self._restless.discard(number)
        self._asked.pop(number, None)
        # Closed already, or never asked about.
        with suppress(OSError, ValueError):
            self._epoll.unregister(number)

    def _ask_kernel(self, number: int, channel: Any) -> None:
        events = _READ if channel.readable() else 0
        # Listening sockets are never written to.
        if channel.writable() and not channel.accepting:
            events |= _WRITE
        registered = self._asked.get(number, 0)
        if events == _READ and isinstance(channel, self._quiet):
            self._restless.discard(number)
        # While it wants nothing the kernel is not told so: most want the same again soon.
        if events and events != registered:
            self._asked[number] = events
            try:
                (self._epoll.modify if registered else self._epoll.register)(number, events)
            except OSError:
                # Closed meanwhile.
                self._asked.pop(number, None)


class _Sockets(dict[int, Any]):
    def __init__(self, poller: EpollPoller) -> None:
        super().__init__()
        self._poller = poller

    def __setitem__(self, number: int, channel: Any) -> None:
        super().__setitem__(number, channel)
        self._poller.added(number)

    def __delitem__(self, number: int) -> None:
        # Before the socket is closed: its number may be another's right after.
        super().__delitem__(number)
        self._poller.forget(number)
