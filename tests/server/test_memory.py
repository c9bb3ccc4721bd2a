"""What a process keeps of its start, and of the memory that its threads have used."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

COLLECTIONS = """
import gc
from consent_app.server.memory import permanent_objects

phases = []
gc.callbacks.append(lambda phase, info: phases.append(phase))
before = gc.get_freeze_count()
try:
    with permanent_objects():
        made = [[] for _ in range(100_000)]
        raise KeyError
except KeyError:
    assert gc.isenabled()
others = [[] for _ in range(10)]
assert phases == [], phases
assert gc.get_freeze_count() - before > 100_000
"""

COUNTED = """
import ctypes, os, sys, threading
from consent_app.server.memory import share_arenas

if sys.argv[1] == "shared":
    share_arenas()
meeting = threading.Barrier(6)

def work():
    meeting.wait()
    # Larger than what Python's own allocator serves, smaller than what is mapped for itself.
    kept = [bytes(10_000) for _ in range(100)]
    meeting.wait()

threads = [threading.Thread(target=work) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, file)
libc.fflush(file)
os._exit(0)
"""


def arenas(how: str, **environment: str) -> int:
    return subprocess.run(
        [sys.executable, "-c", COUNTED, how],
        capture_output=True,
        check=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "MALLOC_ARENA_MAX"} | environment,
    ).stdout.count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")
def test_threads_share_two_arenas_unless_the_environment_says_otherwise() -> None:
    assert arenas("own") > 2
    assert arenas("shared") <= 2
    assert arenas("shared", MALLOC_ARENA_MAX="4") > 2


def test_what_a_start_makes_is_never_searched_for_garbage() -> None:
    subprocess.run([sys.executable, "-c", COLLECTIONS], check=True)
