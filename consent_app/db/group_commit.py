"""Group commit in leader form: what many threads write at once becomes one transaction.

A thread that finds nobody writing leads: it writes all rows that wait, its own among them, and then
hands the lead to one that came meanwhile. Nobody waits for a batch to fill, so alone a row is as
fast as ever, and under load the database commits once for many.
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
    """As many rows wait as may."""


class BatchRejected(Exception):
    """Raised by a ``write`` whose batch has a row that cannot be written: each is tried alone."""


@dataclass(slots=True, eq=False)
class _Place(Generic[R, A]):
    row: R
    woken: threading.Lock = field(default_factory=threading.Lock)
    leads: bool = False
    answer: A | None = None
    error: BaseException | None = None

    def __post_init__(self) -> None:
        self.woken.acquire()


class GroupCommit(Generic[R, A]):
    """Calls ``write(rows)`` in one thread at a time; it returns an answer for each row, in order.

    At most ``max_batch`` rows a call, and at most ``max_queue`` rows in all. ``write`` commits what
    it was given or nothing of it.
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
        self._places: deque[_Place[R, A]] = deque()
        self._led = False

    def write(self, row: R) -> A:
        """Return the answer for ``row`` once it is written.

        Raises QueueFull, and what ``write`` raised for it.
        """
        place: _Place[R, A] = _Place(row)
        with self._lock:
            if len(self._places) >= self._max_queue:
                raise QueueFull
            self._places.append(place)
            is_first = not self._led
            self._led = True
        # By what held under the lock: a leader may hand the lead on before this one waits for it.
        if not is_first:
            place.woken.acquire()
        if is_first or place.leads:
            self._lead()
        if place.error is not None:
            raise place.error
        return place.answer  # type: ignore[return-value]

    def _lead(self) -> None:
        # The leader is the first of those that wait: its own row is in this batch.
        with self._lock:
            batch = [self._places.popleft() for _ in range(min(self._max_batch, len(self._places)))]
        try:
            self._write_all(batch)
        finally:
            with self._lock:
                following = self._places[0] if self._places else None
                self._led = following is not None
            for place in batch:
                place.woken.release()
            if following is not None:
                following.leads = True
                following.woken.release()

    def _write_all(self, batch: list[_Place[R, A]]) -> None:
        try:
            answers = self._write([place.row for place in batch])
        except BatchRejected as error:
            if len(batch) == 1:
                batch[0].error = error.__cause__ or error
                return
            for place in batch:
                self._write_all([place])
        except BaseException as error:
            for place in batch:
                place.error = error
        else:
            for place, answer in zip(batch, answers, strict=True):
                place.answer = answer
