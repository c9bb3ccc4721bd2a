"""The cores that processes run on, and the CPU time that each has used (Linux: proc(5))."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """Return the ids of a process and all its descendants."""
    results = [pid]
    for item in results:
        for task in _tasks(item):
            try:
                results += map(int, (task / "children").read_text().split())
            except OSError:
                continue
    return results


def confine(pid: int, cores: Iterable[int]) -> None:
    """Pin a process, its threads and its descendants to some cores."""
    for process in family(pid):
        for task in _tasks(process):
            try:
                os.sched_setaffinity(int(task.name), cores)
            except ProcessLookupError:
                continue


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process and its descendants, including those that have ended."""
    total = 0
    for process in family(pid):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        # Its own time and that of ended children; living children are counted separately.
        total += sum(map(int, fields[11:15]))
    return total / _TICKS


def _tasks(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []
