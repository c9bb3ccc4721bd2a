"""Turns at costly work are fair between networks, and known people come before strangers."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from consent_app.security.fair_queue import BusyError, Caller, FairQueue, Slots
from tests.support.waiting import until


class Callers:
    """A queue of one worker that is held, so that a test sees who waits and in which order."""

    def __init__(self, slots: int) -> None:
        self.shared = Slots(100)
        self.queue = FairQueue(ThreadPoolExecutor(1), slots, self.shared)
        self.order: list[str] = []
        self._callers = ThreadPoolExecutor(32)
        self._begun, self._end = threading.Event(), threading.Event()
        self._callers.submit(self.queue.run, self._hold, Caller("holder"), 30)
        assert self._begun.wait(10)

    def join(self, name: str, *, is_known: bool = False) -> Future[None]:
        """Wait in the queue as the network that ``name`` begins with."""
        before = self.waiting()
        caller = Caller(name.partition("-")[0], is_known)
        joined = self._callers.submit(self.queue.run, lambda: self.order.append(name), caller, 30)
        until(lambda: joined.done() or self.waiting() > before or self.evicted)
        return joined

    @property
    def evicted(self) -> bool:
        return self.queue._free == 0

    def waiting(self) -> int:
        return self.queue._identified.tickets + self.queue._strangers.tickets

    def go(self) -> list[str]:
        self._end.set()
        self._callers.shutdown()
        return self.order

    def _hold(self) -> None:
        self._begun.set()
        self._end.wait(30)


def test_networks_take_turns() -> None:
    callers = Callers(10)
    for name in ("a-1", "a-2", "a-3", "b-1", "b-2", "c-1"):
        callers.join(name)
    assert callers.go() == ["a-1", "b-1", "c-1", "a-2", "b-2", "a-3"]


def test_known_people_come_before_strangers() -> None:
    callers = Callers(10)
    for name in ("a-1", "b-1"):
        callers.join(name)
    callers.join("home-1", is_known=True)
    assert callers.go() == ["home-1", "a-1", "b-1"]


def test_the_longest_line_makes_room_for_another_network() -> None:
    callers = Callers(4)
    waiting_callers = [callers.join(name) for name in ("a-1", "a-2", "a-3")]
    newcomer = callers.join("b-1")
    with pytest.raises(BusyError):
        waiting_callers[2].result(10)
    with pytest.raises(BusyError):
        callers.join("a-4").result(10)
    assert callers.go() == ["a-1", "b-1", "a-2"]
    newcomer.result(10)


def test_strangers_from_many_networks_give_up_slots_only_to_known_people() -> None:
    callers = Callers(4)
    waiting_callers = [callers.join(name) for name in ("a-1", "b-1", "c-1")]
    with pytest.raises(BusyError):
        callers.join("d-1").result(10)
    regular = callers.join("home-1", is_known=True)
    until(lambda: any(waiting.done() for waiting in waiting_callers))
    assert len(callers.go()) == 3
    assert callers.order[0] == "home-1"
    regular.result(10)


def test_slots_are_released_once() -> None:
    callers = Callers(4)
    for name in ("a-1", "a-2", "a-3", "b-1", "a-4"):
        callers.join(name)
    callers.go()
    until(lambda: callers.queue._free == 4)
    assert callers.shared.free == 100
    assert callers.waiting() == 0


def test_an_exception_of_the_work_reaches_its_caller() -> None:
    queue = FairQueue(ThreadPoolExecutor(1), 2, Slots(2))
    with pytest.raises(ZeroDivisionError):
        queue.run(lambda: 1 // 0, Caller(), 10)
    assert queue.run(lambda: "next", Caller(), 10) == "next"
