"""Passwords and backup codes: Argon2id (RFC 9106) by PyNaCl, a bounded number at a time.

One evaluation takes 64 MiB and about 60 ms of one core. More at once than there are cores only
makes all of them slower, so the rest wait in a short queue and past that are refused. They run on
threads of their own whose priority is low: whoever signs in waits a little longer, and nobody else
notices.

Signing in has places of its own: whatever makes hashes of new passwords, however many at once,
takes none of them.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TypeVar

import nacl.exceptions
import nacl.pwhash.argon2id as argon2id

OPERATIONS = 2
MEMORY_BYTES = 64 * 1024 * 1024
SALT_BYTES = argon2id.SALTBYTES
CODE_HASH_BYTES = 32
NICENESS = 15

T = TypeVar("T")


class BusyError(RuntimeError):
    """More evaluations wait than the queue holds."""


class _Places:
    """Threads that evaluate, and the queue before them, within ``shared``: all places there are."""

    def __init__(
        self, name: str, at_once: int, queue: int, shared: threading.BoundedSemaphore, wait: float
    ) -> None:
        self._threads = ThreadPoolExecutor(
            at_once, thread_name_prefix=name, initializer=_lower_priority
        )
        self._free = threading.BoundedSemaphore(at_once + queue)
        self._shared = shared
        self._wait = wait

    def run(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns, once it had its turn. Raises BusyError."""
        if not self._free.acquire(blocking=False):
            raise BusyError
        if not self._shared.acquire(blocking=False):
            self._free.release()
            raise BusyError
        try:
            future = self._threads.submit(work)
            try:
                return future.result(self._wait)
            except FutureTimeoutError:
                # Whoever no longer waits takes no turn either; whose turn has begun waits for its
                # end, however slow a busy machine is.
                if future.cancel():
                    raise BusyError from None
                return future.result()
        finally:
            self._shared.release()
            self._free.release()


class Passwords:
    """Hashes and checks passwords. ``evaluations`` counts Argon2 runs, so that a test can show
    that every branch of a sign-in costs the same.

    ``at_once`` evaluations run side by side, ``queue`` more wait up to ``wait_seconds``; those that
    make new hashes likewise. Of both together half a queue more than of one: neither can take all
    places there are.
    """

    def __init__(
        self,
        *,
        operations: int = OPERATIONS,
        memory_bytes: int = MEMORY_BYTES,
        at_once: int | None = None,
        queue: int = 32,
        new_queue: int | None = None,
        wait_seconds: float = 5.0,
    ) -> None:
        self._operations = operations
        self._memory = memory_bytes
        # One core is left to everybody else, where there is more than one.
        at_once = at_once or max(1, (os.cpu_count() or 1) - 1)
        shared = threading.BoundedSemaphore(at_once + queue + max(1, queue // 2))
        self._checking = _Places("passwords", at_once, queue, shared, wait_seconds)
        self._making = _Places("new-passwords", at_once, queue, shared, wait_seconds)
        self.evaluations = 0
        self._dummy = argon2id.str(b"", opslimit=operations, memlimit=memory_bytes).decode()

    def hash(self, password: str) -> str:
        """Return the Argon2id hash in its PHC string form. Raises BusyError."""
        return self._run(
            lambda: argon2id.str(
                _bytes(password), opslimit=self._operations, memlimit=self._memory
            ).decode(),
            self._making,
        )

    def verify(self, hashed: str | None, password: str) -> bool:
        """Whether ``password`` is the one hashed. With None: False, at the same cost.

        Raises BusyError.
        """

        def check() -> bool:
            try:
                argon2id.verify((hashed or self._dummy).encode(), _bytes(password))
            except nacl.exceptions.InvalidkeyError:
                return False
            return hashed is not None

        return self._run(check)

    def needs_rehash(self, hashed: str) -> bool:
        """Whether ``hashed`` was made with other parameters than today's."""
        return f"$m={self._memory // 1024},t={self._operations},p=1$" not in hashed

    def code_hash(self, code: str, salt: bytes) -> bytes:
        """Return the raw Argon2id of a backup code under its set's ``salt``. Raises BusyError."""
        return self._run(lambda: self._raw(code, salt))

    def code_hashes(self, codes: list[str], salt: bytes) -> list[bytes]:
        """Return the hashes of a whole set, in one turn. Raises BusyError."""
        return self._run(lambda: [self._raw(code, salt) for code in codes], self._making)

    def _raw(self, code: str, salt: bytes) -> bytes:
        return argon2id.kdf(
            CODE_HASH_BYTES,
            _bytes(code),
            salt,
            opslimit=self._operations,
            memlimit=self._memory,
        )

    def _run(self, work: Callable[[], T], places: _Places | None = None) -> T:
        self.evaluations += 1
        return (places or self._checking).run(work)


def _lower_priority() -> None:
    # A thread has a priority of its own on Linux alone.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
