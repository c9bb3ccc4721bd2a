"""Threads that answer requests: each request is answered once, and stopping never blocks."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

import pytest

from consent_app.server.threads import RequestThreads


@dataclass
class Request:
    """One that is held up until it is let through."""

    go_on: threading.Event = field(default_factory=threading.Event)
    began: threading.Event = field(default_factory=threading.Event)
    answered: int = 0
    cancelled: int = 0
    error: BaseException | None = None

    def service(self) -> None:
        self.began.set()
        assert self.go_on.wait(30)
        self.answered += 1
        if self.error is not None:
            raise self.error

    def cancel(self) -> None:
        self.cancelled += 1


def test_as_many_are_answered_at_once_as_there_are_threads() -> None:
    threads = RequestThreads(2)
    first, second, third = requests = [Request() for _ in range(3)]
    for request in requests:
        threads.add_task(request)
    assert first.began.wait(30)
    assert second.began.wait(30)
    assert not third.began.wait(0.05)
    second.go_on.set()
    assert third.began.wait(30)
    first.go_on.set()
    third.go_on.set()
    threads.shutdown(30)
    assert [request.answered for request in requests] == [1, 1, 1]


@pytest.mark.parametrize("error", [RuntimeError("broken"), SystemExit(1)])
def test_a_thread_outlives_a_request_that_fails(
    error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    threads = RequestThreads(1)
    broken, following = Request(error=error), Request()
    for request in (broken, following):
        request.go_on.set()
        threads.add_task(request)
    assert following.began.wait(30)
    threads.shutdown(30)
    assert following.answered == 1
    assert type(error).__name__ in caplog.text


def test_the_end_cancels_what_waits_and_does_not_wait_for_what_is_slow() -> None:
    threads = RequestThreads(1)
    slow, waiting = Request(), Request()
    threads.add_task(slow)
    assert slow.began.wait(30)
    threads.add_task(waiting)
    started_at = time.monotonic()
    threads.shutdown(0.05)
    assert time.monotonic() - started_at < 20
    assert (slow.answered, waiting.cancelled, waiting.answered) == (0, 1, 0)
    slow.go_on.set()
    threads.shutdown(30)
    assert (slow.answered, waiting.answered) == (1, 0)
