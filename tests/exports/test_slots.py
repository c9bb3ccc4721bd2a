"""The slots of exports: who gets one, who waits, and for how long."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import pytest

from consent_app.errors import Unavailable
from consent_app.exports.slots import MAX_PER_WORKSPACE, ExportSlots

LONG = 20


def full(workspace_id: uuid.UUID, total: int) -> ExportSlots:
    """Return slots of which a workspace has taken all that it can."""
    slots = ExportSlots(total, total)
    for _ in range(MAX_PER_WORKSPACE):
        slots.enter(workspace_id)
    return slots


def test_a_caller_who_waits_gets_the_next_slot_of_its_workspace() -> None:
    ours, other = uuid.uuid4(), uuid.uuid4()
    slots = full(ours, total=6)
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(slots.enter, ours, wait_seconds=LONG) for _ in range(2)]
        slots.enter(other)
        slots.leave(other)
        time.sleep(0.2)
        assert [future.done() for future in waiting] == [False, False]
        slots.leave(ours)
        slots.leave(ours)
        for future in waiting:
            future.result(LONG)
    with pytest.raises(Unavailable, match="this workspace"):
        slots.enter(ours)


def test_nobody_waits_longer_than_they_said() -> None:
    ours = uuid.uuid4()
    slots = full(ours, total=6)
    with pytest.raises(Unavailable, match="this workspace"):
        slots.enter(ours, wait_seconds=0.05)
    slots.leave(ours)
    slots.enter(ours)


def test_no_more_wait_than_there_are_slots() -> None:
    """Each who waits occupies a thread, which other requests need."""
    ours = uuid.uuid4()
    slots = full(ours, total=MAX_PER_WORKSPACE)
    with ThreadPoolExecutor(MAX_PER_WORKSPACE + 1) as pool:
        callers: list[Future[None]] = [
            pool.submit(slots.enter, ours, wait_seconds=LONG) for _ in range(MAX_PER_WORKSPACE + 1)
        ]
        refused, _ = wait(callers, LONG / 2, FIRST_COMPLETED)
        assert len(refused) == 1
        for _ in range(MAX_PER_WORKSPACE):
            slots.leave(ours)
        assert sorted(str(caller.exception(LONG)) != "None" for caller in callers) == [
            *([False] * MAX_PER_WORKSPACE),
            True,
        ]


def test_the_total_counts_all_workspaces() -> None:
    slots = ExportSlots(1)
    slots.enter(uuid.uuid4())
    with pytest.raises(Unavailable, match="maximum number"):
        slots.enter(uuid.uuid4())


@pytest.mark.parametrize("threads", [2, 3, 4, 8, 12, 16, 100])
def test_some_threads_are_left_for_other_requests(threads: int) -> None:
    slots = ExportSlots.among(threads)
    assert 1 <= slots.total <= max(1, threads // 2)
    assert slots.total + slots.max_waiting <= threads - max(1, threads // 4)
