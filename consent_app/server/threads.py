"""The threads that answer requests."""

from __future__ import annotations

import logging
import time
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

log = logging.getLogger(__name__)


class Task(Protocol):
    """A request that waits for a thread: waitress's channel."""

    def service(self) -> None:
        """Answer it."""
        ...

    def cancel(self) -> None:
        """Cancel it, without an answer."""
        ...


class RequestThreads:
    """A dispatcher for waitress with ``number`` threads.

    Waitress's own one wakes a thread with a Condition, which takes as long as reading the request's
    head.
    """

    def __init__(self, number: int) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._work, name=f"waitress-{index}", daemon=True)
            for index in range(number)
        ]
        for thread in self._threads:
            thread.start()

    def add_task(self, task: Task) -> None:
        """Queue a request for the next free thread."""
        self._tasks.put(task)

    def shutdown(self, seconds: float) -> None:
        """Cancel waiting tasks, and end the threads that finish within the timeout."""
        try:
            while (task := self._tasks.get_nowait()) is not None:
                task.cancel()
        except Empty:
            pass
        for _ in self._threads:
            self._tasks.put(None)
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                task.service()
            except BaseException:
                log.exception("a request ended with an error that nothing handled")
