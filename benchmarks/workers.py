"""``python -m benchmarks.workers [--seconds N] [--rounds N]``: what a second process brings.

``consent-app web`` as an operator runs it, with one process and with two, each pinned to a core, on
PostgreSQL with fsync; and bare psycopg2, as in ``benchmarks.recording``. The generator and the
database share the two cores with them. Exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.__main__ import pinned
from benchmarks.load import run, wait
from benchmarks.recording import CLIENTS, WARM_UP_SECONDS, bare
from benchmarks.world import World, make_world
from tests import postgres
from tests.processes import free_port

SECOND_BAR = 1.6
"""Two processes against one."""

BARE_BAR = 0.65
"""Two processes against bare psycopg2."""


@contextmanager
def web(world: World, workers: int) -> Iterator[tuple[str, int]]:
    """Run ``consent-app web --workers N``; give its address. One alone is pinned to core 0."""
    port = free_port()
    environ = {f"CONSENT_{name.upper()}": value for name, value in world.settings.items()}
    environ |= {"PORT": str(port), "CONSENT_ACCESS_LOG": "off"}
    words = [sys.executable, "-m", "consent_app.cli", "web", "--workers", str(workers)]
    process = subprocess.Popen(
        [*(pinned(0) if workers == 1 else []), *words],
        env=os.environ | environ,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield "127.0.0.1", port
    finally:
        process.terminate()
        process.wait(30)


def recorded(world: World, workers: int, seconds: float) -> float:
    """Return how many decisions a second so many processes record."""
    with web(world, workers) as address:
        deadline = time.monotonic() + 60
        while True:
            try:
                wait(address, world.reading())
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        # Both of the processes are there.
        time.sleep(1)
        visitors = world.visitors()
        run(address, visitors, 201, seconds=WARM_UP_SECONDS, connections=CLIENTS)
        return run(address, visitors, 201, seconds=seconds, connections=CLIENTS).rate


def main() -> int:
    """Measure in turns, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    server = postgres.start(durable=True)
    if server is None:
        print(f"PostgreSQL was not found: {postgres.HOW_TO_GET}", file=sys.stderr)
        return 1
    best = {"bare": 0.0, "one": 0.0, "two": 0.0}
    try:
        with tempfile.TemporaryDirectory() as folder:
            world = make_world(Path(folder), server.url)
            for number in range(arguments.rounds):
                print(f"round {number + 1}", file=sys.stderr)
                best["bare"] = max(best["bare"], bare("postgresql", server.url, arguments.seconds))
                best["one"] = max(best["one"], recorded(world, 1, arguments.seconds))
                best["two"] = max(best["two"], recorded(world, 2, arguments.seconds))
    finally:
        server.stop()
    second, share = best["two"] / best["one"], best["two"] / best["bare"]
    for name, rate in best.items():
        print(f"  {name:6}{rate:9,.0f} a second{rate / best['bare']:9.2f} of bare")
    print(f"  two by one: {second:.2f}, bar {SECOND_BAR}: {verdict(second >= SECOND_BAR)}")
    print(f"  two by bare: {share:.2f}, bar {BARE_BAR}: {verdict(share >= BARE_BAR)}")
    return 0 if second >= SECOND_BAR and share >= BARE_BAR else 1


def verdict(met: bool) -> str:
    """Say whether a bar is met."""
    return "met" if met else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
