"""The queue before Argon2: who waits too long is refused, whose turn has begun is not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from consent_app.security.passwords import BusyError, Capacity, Cost
from consent_app.security.passwords import Passwords as RealPasswords

LEAST = 8 * 1024 * 1024
T = TypeVar("T")


class Passwords(RealPasswords):
    """Passwords whose places are taken by any work."""

    def do(self, work: Callable[[], T]) -> T:
        return self._run(work, self._checking)


def test_a_turn_that_has_begun_is_waited_for_however_long_it_takes() -> None:
    passwords = Passwords(Cost(1, LEAST), Capacity(at_once=1, wait_seconds=0.05))
    assert passwords.do(lambda: time.sleep(0.3) or "done") == "done"


def test_whoever_waits_too_long_for_a_turn_is_refused_and_takes_none() -> None:
    passwords = Passwords(Cost(1, LEAST), Capacity(at_once=1, wait_seconds=0.1))
    begun, end = threading.Event(), threading.Event()
    taken: list[str] = []

    def first() -> str:
        begun.set()
        end.wait(10)
        return "first"

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(passwords.do, first)
        begun.wait(10)
        with pytest.raises(BusyError):
            passwords.do(lambda: taken.append("second"))
        end.set()
        assert running.result() == "first"
    assert passwords.do(lambda: "third") == "third"
    assert taken == []


def test_a_full_queue_refuses_at_once() -> None:
    passwords = Passwords(Cost(1, LEAST), Capacity(at_once=1, queue=0))
    begun, end = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        end.wait(10)

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(passwords.do, first)
        begun.wait(10)
        with pytest.raises(BusyError):
            passwords.do(lambda: None)
        end.set()
        running.result()
