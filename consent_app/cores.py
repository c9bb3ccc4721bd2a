"""The processors of this machine that the process may use."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Return how many cores this process may run on; one if it is pinned. A container's quota of
    CPU time does not count."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
