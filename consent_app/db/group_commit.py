"""Group commit: rows that many threads write at the same time become one transaction.

A thread that finds no other one writing becomes the leader. It writes all waiting rows, including
its own, and then hands over to one that arrived in the meantime. Nobody waits for a batch to fill:
a single row is as fast as without groups, and under load the database commits once for many rows.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

R = TypeVar("R")
A = TypeVar("A")

STALLED_SECONDS = 5.0
"""Once a commit has taken this long, as behind a lock or on a disk that hangs, all other rows are
refused until it ends. Otherwise every thread of the process would soon wait for it."""

log = logging.getLogger(__name__)


class QueueFull(RuntimeError):
    """The queue has reached its maximum length, or a commit has stalled."""


class BatchRejected(Exception):
    """Raised by a ``write`` for a batch with a row that cannot be written. Each row is then written
    alone."""


@dataclass(slots=True, eq=False)
class _Entry(Generic[R, A]):
    row: R
    woken: threading.Lock = field(default_factory=threading.Lock)
    is_leader: bool = False
    result: A | None = None
    error: BaseException | None = None

    def __post_init__(self) -> None:
        self.woken.acquire()


class GroupCommit(Generic[R, A]):
    """Calls ``write(rows)`` in one thread at a time. It returns a result for each row, in order.

    Each call gets at most ``max_batch`` rows, and at most ``max_queue`` rows wait. ``write``
    commits all of its rows or none.
    """

    def __init__(
        self,
        write: Callable[[list[R]], Sequence[A]],
        *,
        max_batch: int = 128,
        max_queue: int = 1024,
        stalled_seconds: float = STALLED_SECONDS,
    ) -> None:
        self._stalled_seconds = stalled_seconds
        self._write = write
        self._max_batch = max_batch
        self._max_queue = max_queue
        self._lock = threading.Lock()
        self._queue: deque[_Entry[R, A]] = deque()
        self._leading_since: float | None = None
        self._is_stalled = False

    def write(self, row: R) -> A:
        """Return the result for ``row`` once it is written.

        Raises QueueFull, and any exception that ``write`` raised for it. After QueueFull the row
        may be written all the same, if its commit has stalled.
        """
        entry: _Entry[R, A] = _Entry(row)
        with self._lock:
            if self._patience() <= 0:
                self._note_stall()
                raise QueueFull
            if len(self._queue) >= self._max_queue:
                raise QueueFull
            self._queue.append(entry)
            is_first = self._leading_since is None
            if is_first:
                self._leading_since = time.monotonic()
        # Decided under the lock: a leader may hand over before this thread starts to wait.
        if not is_first:
            self._wait(entry)
        if is_first or entry.is_leader:
            self._lead()
        if entry.error is not None:
            raise entry.error
        return entry.result  # type: ignore[return-value]

    def _wait(self, entry: _Entry[R, A]) -> None:
        """Wait until the row is written or its thread is to lead. Raises QueueFull."""
        while not entry.woken.acquire(timeout=self._patience()):
            # Threads are woken under the lock, so this one is not chosen to lead while it leaves.
            with self._lock:
                if entry.woken.acquire(blocking=False):
                    return
                if self._patience() > 0:
                    continue
                if entry in self._queue:
                    self._queue.remove(entry)
                self._note_stall()
            raise QueueFull

    def _patience(self) -> float:
        """Return for how many seconds the commit of this moment may still take."""
        if (since := self._leading_since) is None:
            return self._stalled_seconds
        return max(0.0, since + self._stalled_seconds - time.monotonic())

    def _note_stall(self) -> None:
        if not self._is_stalled:
            self._is_stalled = True
            log.error(
                "The database has not finished a write for %.0f s, as behind a lock or on a disk"
                " that hangs. Until it has, others like it are refused.",
                self._stalled_seconds,
            )

    def _lead(self) -> None:
        # The leader is the first in the queue, so its own row is in this batch.
        with self._lock:
            batch = [self._queue.popleft() for _ in range(min(self._max_batch, len(self._queue)))]
        try:
            self._write_all(batch)
        finally:
            with self._lock:
                self._hand_over()
                for entry in batch:
                    entry.woken.release()

    def _hand_over(self) -> None:
        now, since = time.monotonic(), self._leading_since
        if self._is_stalled and since is not None:
            self._is_stalled = False
            log.warning("The write ended after %.1f s.", now - since)
        self._leading_since = now if self._queue else None
        if self._queue:
            self._queue[0].is_leader = True
            self._queue[0].woken.release()

    def _write_all(self, batch: list[_Entry[R, A]]) -> None:
        try:
            results = self._write([entry.row for entry in batch])
        except BatchRejected as error:
            if len(batch) == 1:
                batch[0].error = error.__cause__ or error
                return
            for entry in batch:
                self._write_all([entry])
        except BaseException as error:
            for entry in batch:
                entry.error = error
        else:
            for entry, result in zip(batch, results, strict=True):
                entry.result = result
