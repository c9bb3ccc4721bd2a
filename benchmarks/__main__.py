"""``python -m benchmarks [--seconds N] [--rounds N] [--database URL]``: rates and their ratios.

Each server runs alone, as one process on one core; the load generator runs on another core. A rate
is the number of responses per second of the server's own CPU time, so that other work on the
machine changes it little. The rounds alternate between the servers, and the best round of each
counts. The database is an SQLite file in memory (/dev/shm) if possible, because the benchmark
compares the work above the disk. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load import Result, run, wait
from benchmarks.scenario import Scenario, make_scenario

SERVERS = ("whole", "unvalidated", "stock", "fastapi")
NAMES = {
    "whole": "the whole stack",
    "unvalidated": "the same views, unvalidated",
    "stock": "validated by pyramid_openapi3 alone",
    "fastapi": "FastAPI on uvicorn",
}
CONNECTIONS = 8
WARM_UP_SECONDS = 1.0


@dataclass
class Bar:
    """A requirement: the lowest ratio of the whole stack's rate on a route to that of another
    server."""

    route: str
    than: str
    min_share: float


BARS = (
    Bar("recording", "unvalidated", 0.75),
    Bar("reading 100 rows", "unvalidated", 0.75),
    Bar("reading 100 rows", "fastapi", 2.0),
)


def pinned(core: int) -> list[str]:
    """Return the prefix that pins a command to one core, if the system has one."""
    cores = os.cpu_count() or 1
    taskset = shutil.which("taskset")
    return [taskset, "-c", str(core)] if taskset and cores > 1 else []


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, user and system (Linux: proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    variant: str, scenario_file: Path, *, pin: bool = True
) -> Iterator[tuple[int, tuple[str, int]]]:
    """Run a server in a separate process, on core 0 unless ``pin`` names another.

    Yields its process id and its address.
    """
    command = [sys.executable, "-m", "benchmarks.serve", variant, str(scenario_file)]
    process = subprocess.Popen(
        [*(pinned(0) if pin else []), *command], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.pid, ("127.0.0.1", int(process.stdout.readline()))
    finally:
        process.terminate()
        process.wait(20)


@dataclass
class Figure:
    """The measurement of one server on one route; ``rate`` is per second of its CPU time."""

    rate: float
    result: Result


def measure(
    variant: str, scenario: Scenario, scenario_file: Path, seconds: float
) -> dict[str, Figure]:
    """Measure one server on each route."""
    values = {}
    with serving(variant, scenario_file) as (pid, address):
        wait(address, scenario.reading())
        routes = (
            ("recording", scenario.recording(), 201),
            ("reading 100 rows", scenario.reading(), 200),
        )
        for route, request, status in routes:
            run(address, request, status, seconds=WARM_UP_SECONDS, connections=CONNECTIONS)
            before = cpu_seconds(pid)
            result = run(address, request, status, seconds=seconds, connections=CONNECTIONS)
            values[route] = Figure(result.answers / (cpu_seconds(pid) - before), result)
    return values


def report(best: dict[tuple[str, str], Figure]) -> bool:
    """Print the rates and whether each bar is met. Return whether all are."""
    for route in ("recording", "reading 100 rows"):
        whole = best[route, "whole"].rate
        print(f"\n{route}, {best[route, 'whole'].result.answer_bytes:,} bytes an answer")
        print(
            f"  {'':38}{'per CPU s':>10}{'per s':>11}{'median ms':>11}{'p99 ms':>9}{'whole is':>12}"
        )
        for variant in SERVERS:
            figure = best[route, variant]
            ratio = f"{whole / figure.rate:.2f} x" if variant != "whole" else ""
            print(
                f"  {NAMES[variant]:38}{figure.rate:10,.0f}{figure.result.rate:11,.0f}"
                f"{figure.result.median:11.2f}{figure.result.p99:9.2f}{ratio:>12}"
            )
    print()
    met = True
    for bar in BARS:
        share = best[bar.route, "whole"].rate / best[bar.route, bar.than].rate
        met &= share >= bar.min_share
        verdict = "met" if share >= bar.min_share else "MISSED"
        print(f"{bar.route} by {NAMES[bar.than]}: {share:.2f}, bar {bar.min_share}: {verdict}")
    return met


def main() -> int:
    """Measure every server and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database", help="an empty database; by default SQLite in memory")
    arguments = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    best: dict[tuple[str, str], Figure] = {}
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        scenario = make_scenario(Path(folder), arguments.database)
        scenario_file = Path(folder) / "scenario.json"
        scenario.save(scenario_file)
        for number in range(arguments.rounds):
            for variant in SERVERS:
                print(f"round {number + 1}: {NAMES[variant]}", file=sys.stderr)
                result = measure(variant, scenario, scenario_file, arguments.seconds)
                for route, figure in result.items():
                    former = best.get((route, variant))
                    if former is None or figure.rate > former.rate:
                        best[route, variant] = figure
    return 0 if report(best) else 1


if __name__ == "__main__":
    sys.exit(main())
