"""What a process keeps in memory: the objects of its start, and room for its threads."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_M_ARENA_MAX = -8
_ARENAS = 2


@contextmanager
def permanent_objects() -> Iterator[None]:
    """Exclude the objects that the block makes from garbage collection, for the process's life.

    For the start of a process: a collection during or right after it would go through all of them,
    and find next to nothing.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def share_arenas() -> None:
    """Have all threads allocate from two of glibc's arenas. Called before any thread is started.

    By default each thread gets its own arena, up to eight for each core, and an arena never shrinks
    below the largest response of its thread. ``MALLOC_ARENA_MAX`` in the environment takes
    precedence. This has no effect with other C libraries.
    """
    if not sys.platform.startswith("linux") or "MALLOC_ARENA_MAX" in os.environ:
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, _ARENAS)
