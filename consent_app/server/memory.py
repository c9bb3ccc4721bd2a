"""How much memory a process keeps for its threads."""

from __future__ import annotations

import ctypes
import os
import sys

_M_ARENA_MAX = -8
_ARENAS = 2


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
