"""A short queue for expensive work that is fair between networks.

Networks take turns, so that a flood from a few of them delays only their own callers. One network
alone may fill the queue. If the queue is full, the newest caller of the network with the most
waiting callers makes room for a network with fewer. People on a network that they have signed in
from come before strangers, and any stranger makes room for them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

T = TypeVar("T")


class BusyError(RuntimeError):
    """The queue is full."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller: a network, and whether the person has signed in from it before."""

    network: str = ""
    is_known: bool = False


ANYONE = Caller()


@dataclass(eq=False, slots=True)
class _Ticket:
    work: Callable[[], Any]
    caller: Caller
    future: Future[Any] = field(default_factory=Future)
    has_slot: bool = False


class Slots:
    """Slots that several queues share, and the lock for all of them."""

    def __init__(self, count: int) -> None:
        self.free = count
        self.lock = threading.Lock()


class _Lines:
    """Waiting tickets: a line for each network, and a rotation of the networks."""

    def __init__(self) -> None:
        self._by_network: OrderedDict[str, list[_Ticket]] = OrderedDict()
        self.tickets = 0

    def add(self, ticket: _Ticket) -> None:
        self._by_network.setdefault(ticket.caller.network, []).append(ticket)
        self.tickets += 1

    def take(self) -> _Ticket:
        """Take the oldest ticket of the next network, which then goes to the back of the
        rotation."""
        network = next(iter(self._by_network))
        ticket = self._by_network[network][0]
        self.remove(ticket)
        if network in self._by_network:
            self._by_network.move_to_end(network)
        return ticket

    def remove(self, ticket: _Ticket) -> bool:
        line = self._by_network.get(ticket.caller.network, [])
        if ticket not in line:
            return False
        line.remove(ticket)
        self.tickets -= 1
        if not line:
            del self._by_network[ticket.caller.network]
        return True

    def length(self, network: str) -> int:
        return len(self._by_network.get(network, ()))

    def newest_of_longest(self) -> _Ticket | None:
        longest = max(self._by_network.values(), key=len, default=None)
        return longest[-1] if longest else None


class FairQueue:
    """Up to ``slots`` callers, of whom as many work at the same time as ``threads`` has threads.

    ``shared`` limits this queue together with others: a caller takes a slot in each.
    """

    def __init__(self, threads: ThreadPoolExecutor, slots: int, shared: Slots) -> None:
        self._threads = threads
        self._free = slots
        self._shared = shared
        self._identified, self._strangers = _Lines(), _Lines()

    def run(self, work: Callable[[], T], caller: Caller, wait_seconds: float) -> T:
        """Return the result of ``work``, once it had its turn.

        Raises BusyError if no slot is free, if a caller with a higher priority takes this one's
        slot, or if the turn does not come within ``wait_seconds``.
        """
        ticket = _Ticket(work, caller)
        with self._shared.lock:
            self._enter(ticket)
        try:
            self._threads.submit(self._work_off)
            return cast(T, self._result(ticket, wait_seconds))
        except CancelledError:
            raise BusyError from None
        finally:
            with self._shared.lock:
                self._leave(ticket)

    def _enter(self, ticket: _Ticket) -> None:
        if self._free and self._shared.free:
            self._free -= 1
            self._shared.free -= 1
        else:
            evicted = self._evictable(ticket)
            if evicted is None:
                raise BusyError
            self._lines(evicted).remove(evicted)
            evicted.has_slot = False
            evicted.future.cancel()
        ticket.has_slot = True
        self._lines(ticket).add(ticket)

    def _leave(self, ticket: _Ticket) -> None:
        if ticket.has_slot:
            self._free += 1
            self._shared.free += 1

    def _evictable(self, ticket: _Ticket) -> _Ticket | None:
        stranger = self._strangers.newest_of_longest()
        if ticket.caller.is_known and stranger is not None:
            return stranger
        lines, network = self._lines(ticket), ticket.caller.network
        candidate = lines.newest_of_longest()
        # Giving up one slot must not leave the other network with fewer than this one.
        if candidate and lines.length(candidate.caller.network) >= lines.length(network) + 2:
            return candidate
        return None

    def _result(self, ticket: _Ticket, wait_seconds: float) -> object:
        try:
            return ticket.future.result(wait_seconds)
        except FutureTimeoutError:
            # A caller that no longer waits takes no turn. One whose work has started waits for its
            # end, however slow a busy machine is.
            with self._shared.lock:
                if self._lines(ticket).remove(ticket):
                    raise BusyError from None
            return ticket.future.result()

    def _work_off(self) -> None:
        # One call for each ticket that entered. An evicted or expired ticket leaves a call without
        # work.
        with self._shared.lock:
            lines = self._identified if self._identified.tickets else self._strangers
            if not lines.tickets:
                return
            ticket = lines.take()
        try:
            ticket.future.set_result(ticket.work())
        except BaseException as error:
            ticket.future.set_exception(error)

    def _lines(self, ticket: _Ticket) -> _Lines:
        return self._identified if ticket.caller.is_known else self._strangers
