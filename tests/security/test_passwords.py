"""The queue before Argon2: callers that wait too long are refused, running ones are not."""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import nacl.exceptions
import pytest
from nacl.pwhash import argon2id

from consent_app.security.passwords import BusyError, Capacity, Cost, _dummy_hash
from consent_app.security.passwords import Passwords as RealPasswords

MIN_MEMORY = 8 * 1024 * 1024
T = TypeVar("T")


class Passwords(RealPasswords):
    """Passwords whose places are all taken."""

    def do(self, work: Callable[[], T]) -> T:
        return self._run(work, self._checking)


def test_a_turn_that_has_begun_is_waited_for_however_long_it_takes() -> None:
    passwords = Passwords(Cost(1, MIN_MEMORY), Capacity(concurrent=1, wait_seconds=1))
    assert passwords.do(lambda: time.sleep(1.2) or "done") == "done"


def test_a_caller_that_waits_too_long_is_refused() -> None:
    passwords = Passwords(Cost(1, MIN_MEMORY), Capacity(concurrent=1, wait_seconds=1))
    started, end = threading.Event(), threading.Event()
    order: list[str] = []

    def first() -> str:
        started.set()
        end.wait(10)
        return "first"

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(passwords.do, first)
        started.wait(10)
        with pytest.raises(BusyError):
            passwords.do(lambda: order.append("second"))
        end.set()
        assert running.result() == "first"
    assert passwords.do(lambda: "third") == "third"
    assert order == []


def test_a_full_queue_refuses_immediately() -> None:
    passwords = Passwords(Cost(1, MIN_MEMORY), Capacity(concurrent=1, queue=0))
    started, end = threading.Event(), threading.Event()

    def first() -> None:
        started.set()
        end.wait(10)

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(passwords.do, first)
        started.wait(10)
        with pytest.raises(BusyError):
            passwords.do(lambda: None)
        end.set()
        running.result()


def test_real_passwords_are_argon2id_of_64_mib() -> None:
    passwords = Passwords()
    hashed = passwords.hash("correct horse battery")
    assert hashed.startswith("$argon2id$v=19$m=65536,t=2,p=1$")
    assert passwords.verify(hashed, "correct horse battery")
    assert not passwords.verify(hashed, "correct horse batterx")
    assert not passwords.verify(None, "")
    assert not passwords.needs_rehash(hashed)
    assert Passwords(Cost(3, 8 << 20)).needs_rehash(hashed)
    assert passwords.evaluations == 4


def test_too_little_memory_is_not_a_wrong_password(caplog: pytest.LogCaptureFixture) -> None:
    passwords = Passwords()
    hashed = passwords.hash("correct horse battery")
    # Starts the threads, whose stacks need memory too.
    assert passwords.verify(hashed, "correct horse battery")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    try:
        limit = pages * resource.getpagesize() + passwords.cost.memory_bytes // 2
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        with pytest.raises(BusyError):
            passwords.verify(hashed, "correct horse battery")
        with pytest.raises(BusyError):
            passwords.hash("correct horse battery")
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert "64 MiB of memory" in caplog.text
    assert passwords.verify(hashed, "correct horse battery")


@pytest.mark.parametrize(
    "damage",
    [
        lambda hashed: hashed[:-5],
        lambda hashed: hashed.replace("argon2id", "argon2i"),
        lambda _: "$2b$x",
    ],
)
def test_what_is_no_hash_matches_nothing(damage: Callable[[str], str]) -> None:
    passwords = Passwords(Cost(1, MIN_MEMORY))
    hashed = passwords.hash("anything")
    assert not passwords.verify(damage(hashed), "anything")
    assert passwords.evaluations == 2


def test_a_full_queue_is_reported_immediately() -> None:
    passwords = Passwords(Cost(4, 64 << 20), Capacity(concurrent=1, queue=0))
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(passwords.hash, "x") for _ in range(8)]
    refused = [future for future in futures if isinstance(future.exception(), BusyError)]
    assert 0 < len(refused) < 8
    passwords.hash("x")


@pytest.mark.parametrize("cost", [Cost(1, MIN_MEMORY), Cost(2, 1 << 20)])
def test_an_unknown_users_password_takes_as_long_to_check(cost: Cost) -> None:
    hashed = Passwords(cost).hash("anything")
    parts = _dummy_hash(cost).split("$")
    assert parts[:4] == hashed.split("$")[:4]
    assert [len(part) for part in parts] == [len(part) for part in hashed.split("$")]
    with pytest.raises(nacl.exceptions.InvalidkeyError):
        argon2id.verify("$".join(parts).encode(), b"anything")
