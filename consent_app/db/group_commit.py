"""Group commit: rows that many threads write at the same time become one transaction.

A thread that finds no other one writing becomes the leader. It writes all waiting rows, including
its own, and then hands over to one that arrived in the meantime. Nobody waits for a batch to fill:
a single row is as fast as without groups, and under load the database commits once for many rows.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

R = TypeVar("R")
A = TypeVar("A")


class QueueFull(RuntimeError):
    """The queue has reached its maximum length."""


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
    ) -> None:
        self._write = write
        self._max_batch = max_batch
        self._max_queue = max_queue
        self._lock = threading.Lock()
        self._queue: deque[_Entry[R, A]] = deque()
        self._has_leader = False

    def write(self, row: R) -> A:
        """Return the result for ``row`` once it is written.

        Raises QueueFull, and any exception that ``write`` raised for it.
        """
        entry: _Entry[R, A] = _Entry(row)
        with self._lock:
            if len(self._queue) >= self._max_queue:
                raise QueueFull
            self._queue.append(entry)
            is_first = not self._has_leader
            self._has_leader = True
        # Decided under the lock: a leader may hand over before this thread starts to wait.
        if not is_first:
            entry.woken.acquire()
        if is_first or entry.is_leader:
            self._lead()
        if entry.error is not None:
            raise entry.error
        return entry.result  # type: ignore[return-value]

    def _lead(self) -> None:
        # The leader is the first in the queue, so its own row is in this batch.
        with self._lock:
            batch = [self._queue.popleft() for _ in range(min(self._max_batch, len(self._queue)))]
        try:
            self._write_all(batch)
        finally:
            with self._lock:
                next_entry = self._queue[0] if self._queue else None
                self._has_leader = next_entry is not None
            for entry in batch:
                entry.woken.release()
            if next_entry is not None:
                next_entry.is_leader = True
                next_entry.woken.release()

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
