from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import pytest

from consent_app.db.group_commit import BatchRejected, GroupCommit, QueueFull


class Gate:
    """A writer whose calls wait until they are released."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.entered = threading.Semaphore(0)
        self.go_on = threading.Semaphore(0)

    def write(self, rows: list[int]) -> list[int]:
        self.batches.append(rows)
        self.entered.release()
        assert self.go_on.acquire(timeout=30)
        return [row * 10 for row in rows]


def until_waiting(group: GroupCommit[int, int], number: int) -> None:
    while len(group._queue) < number:
        threading.Event().wait(0.001)


def test_writes_during_a_commit_are_grouped() -> None:
    gate = Gate()
    group = GroupCommit(gate.write)
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(group.write, 0)
        assert gate.entered.acquire(timeout=30)
        others = [pool.submit(group.write, number) for number in range(1, 9)]
        until_waiting(group, 8)
        gate.go_on.release(2)
        assert first.result(30) == 0
        assert [other.result(30) for other in others] == [number * 10 for number in range(1, 9)]
    assert gate.batches[0] == [0]
    assert sorted(gate.batches[1]) == list(range(1, 9))
    assert len(gate.batches) == 2
    gate.go_on.release()
    assert group.write(7) == 70


class PausingLock:
    """A lock after whose release one thread is held up, as a scheduler may do at any line."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.paused: threading.Thread | None = None
        self.reached = threading.Event()
        self.go_on = threading.Event()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        self._lock.release()
        if threading.current_thread() is self.paused:
            self.paused = None
            self.reached.set()
            assert self.go_on.wait(30)


def test_a_leader_chosen_before_it_waits_leads_once() -> None:
    gate = Gate()
    group = GroupCommit(gate.write)
    lock = PausingLock()
    group._lock = lock  # type: ignore[assignment]
    answers: dict[int, int] = {}

    def write(row: int) -> threading.Thread:
        # A daemon, so that a hanging thread only fails the test.
        work = lambda: answers.update({row: group.write(row)})  # noqa: E731
        thread = threading.Thread(target=work, daemon=True)
        if row == 1:
            lock.paused = thread
        thread.start()
        return thread

    threads = [write(0)]
    assert gate.entered.acquire(timeout=30)
    threads.append(write(1))
    assert lock.reached.wait(30)
    threads.append(write(2))
    until_waiting(group, 2)
    gate.go_on.release(3)
    threads[0].join(30)
    lock.go_on.set()
    threads += [write(3)]
    for thread in threads:
        thread.join(10)
    assert answers == {0: 0, 1: 10, 2: 20, 3: 30}


def test_no_batch_is_larger_than_it_may_be() -> None:
    gate = Gate()
    group = GroupCommit(gate.write, max_batch=3)
    gate.go_on.release(100)
    with ThreadPoolExecutor(16) as pool:
        assert sorted(pool.map(group.write, range(50))) == [number * 10 for number in range(50)]
    assert max(map(len, gate.batches)) <= 3
    assert sorted(row for batch in gate.batches for row in batch) == list(range(50))


def test_past_its_bound_a_queue_refuses() -> None:
    gate = Gate()
    group = GroupCommit(gate.write, max_queue=2)
    with ThreadPoolExecutor(3) as pool:
        writing = pool.submit(group.write, 0)
        assert gate.entered.acquire(timeout=30)
        waiting = [pool.submit(group.write, number) for number in (1, 2)]
        until_waiting(group, 2)
        with pytest.raises(QueueFull):
            group.write(3)
        gate.go_on.release(2)
        assert writing.result(30) == 0
        assert [future.result(30) for future in waiting] == [10, 20]


def test_while_a_commit_is_stalled_only_its_own_thread_waits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    gate = Gate()
    group = GroupCommit(gate.write, stalled_seconds=0.2)
    with ThreadPoolExecutor(4) as pool:
        leader = pool.submit(group.write, 0)
        assert gate.entered.acquire(timeout=30)
        for waiting in [pool.submit(group.write, number) for number in (1, 2, 3)]:
            with pytest.raises(QueueFull):
                waiting.result(30)
        with pytest.raises(QueueFull):
            group.write(4)
        assert not leader.done()
        gate.go_on.release()
        assert leader.result(30) == 0
        gate.go_on.release()
        assert group.write(5) == 50
    assert gate.batches == [[0], [5]]
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert caplog.messages[0].startswith("The database has not finished a write for 0 s")


def test_rows_in_the_batch_that_stalls_are_given_up_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate()
    group = GroupCommit(gate.write)
    is_stalled = threading.Event()
    # Not by the clock: on a busy machine the first batch would stall as well.
    monkeypatch.setattr(group, "_patience", lambda: 0.0 if is_stalled.is_set() else 0.01)
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(group.write, 0)
        assert gate.entered.acquire(timeout=30)
        others = [pool.submit(group.write, number) for number in (1, 2, 3)]
        until_waiting(group, 3)
        gate.go_on.release()
        assert first.result(30) == 0
        assert gate.entered.acquire(timeout=30)
        is_stalled.set()
        for given_up in islice(as_completed(others, timeout=30), 2):
            assert isinstance(given_up.exception(), QueueFull)
        (leader,) = (other for other in others if not other.done())
        gate.go_on.release()
        assert leader.result(30) in (10, 20, 30)
    assert [len(batch) for batch in gate.batches] == [1, 3]


def test_a_bad_row_does_not_fail_the_others() -> None:
    def write(rows: list[int]) -> list[int]:
        if 13 in rows:
            raise BatchRejected from ValueError("thirteen")
        return rows

    group = GroupCommit(write)

    def attempt(number: int) -> object:
        try:
            return group.write(number)
        except ValueError as error:
            return str(error)

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(attempt, range(10, 20)))
    assert answers == [10, 11, 12, "thirteen", 14, 15, 16, 17, 18, 19]


def test_every_writer_gets_the_error_of_an_outage_and_later_ones_continue() -> None:
    away = [True]

    def write(rows: list[int]) -> list[int]:
        if away[0]:
            raise ConnectionError("away")
        return rows

    group = GroupCommit(write)

    def attempt(number: int) -> object:
        try:
            return group.write(number)
        except ConnectionError:
            return None

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(attempt, range(8))) == [None] * 8
        away[0] = False
        assert list(pool.map(attempt, range(8))) == list(range(8))
