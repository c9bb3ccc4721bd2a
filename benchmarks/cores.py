"""Which cores processes run on, and how much of them each has had (Linux: proc(5))."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """Return a process and all that it or those have started."""
    results = [pid]
    for item in results:
        for task in _tasks(item):
            try:
                results += map(int, (task / "children").read_text().split())
            except OSError:
                continue
    return results


def confine(pid: int, cores: Iterable[int]) -> None:
    """Keep a process, its threads and all that it has started on some cores."""
    for process in family(pid):
        for task in _tasks(process):
            try:
                os.sched_setaffinity(int(task.name), cores)
            except ProcessLookupError:
                continue


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process and all that it has started have had, also what ended."""
    total = 0
    for process in family(pid):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        # Its own, and that of children that have ended; those that live are asked themselves.
        total += sum(map(int, fields[11:15]))
    return total / _TICKS


def _tasks(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []
