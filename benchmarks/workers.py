"""``python -m benchmarks.workers [--seconds N] [--rounds N]``: what a second core brings.

``consent-app web`` as an operator runs it, on PostgreSQL with fsync. Database and load generator
need a share of the machine too, so that they are given the same share of it each time:

- ``one core``: one process, the database and the generator, all of them on one core;
- ``two cores``: a process pinned to each of two cores, the database and the generator on both;
- ``one, with help``: one process on a core, the database and the generator on both, told only;
- ``granian``: as ``two cores``, with two granian processes.

Each web process has sixteen clients. Bare is psycopg2 on both cores (``benchmarks.recording``).
Beside each rate stands what a decision took of a core: of the web processes (of the driver, where
it is bare), the database and the generator. Their sum, and bare's by it, tell how the rates would
compare where other work disturbs the clock. Bare has no generator: what is left without ours is
told too. Exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cores import confine, cpu_seconds
from benchmarks.load import run, wait
from benchmarks.recording import CLIENTS, bare
from benchmarks.scenario import Scenario, make_scenario
from tests.support import postgres
from tests.support.processes import free_port

BOTH = (0, 1)
SECOND_BAR = 1.6
"""Two cores against one."""

BARE_BARS = {"two cores": 0.65, "granian": 0.85}
"""Both cores against bare psycopg2 on them."""

WARM_UP_ANSWERS = 4000
"""For each process: then it has met every user agent."""

Start = Callable[[Scenario, Path, int], "subprocess.Popen[bytes]"]


@dataclass(frozen=True)
class Setting:
    """How many processes record, on which cores they and all else run, and what starts them."""

    processes: int
    cores: tuple[int, ...]
    others: tuple[int, ...]
    start: Start


@dataclass
class Figure:
    """Decisions a second, and microseconds of a core for each."""

    rate: float = 0.0
    web: float = 0.0
    database: float = 0.0
    generator: float = 0.0

    @property
    def together(self) -> float:
        """What a decision takes of a core."""
        return self.web + self.database + self.generator


def _web(workers: int) -> Start:
    def start(scenario: Scenario, _: Path, port: int) -> subprocess.Popen[bytes]:
        environ = {f"CONSENT_{name.upper()}": value for name, value in scenario.settings.items()}
        environ |= {"PORT": str(port), "CONSENT_ACCESS_LOG": "off"}
        return subprocess.Popen(
            [sys.executable, "-m", "consent_app.cli", "web", "--workers", str(workers)],
            env=os.environ | environ,
            stderr=subprocess.DEVNULL,
        )

    return start


def _granian(_: Scenario, scenario_file: Path, port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.serve", "granian", str(scenario_file)],
        env=os.environ | {"BENCHMARK_PORT": str(port), "BENCHMARK_WORKERS": "2"},
        stdout=subprocess.DEVNULL,
    )


SETTINGS = {
    "one core": Setting(1, (0,), (0,), _web(1)),
    "two cores": Setting(2, BOTH, BOTH, _web(2)),
    "one, with help": Setting(1, (0,), BOTH, _web(1)),
    "granian": Setting(2, BOTH, BOTH, _granian),
}


@contextmanager
def serving(scenario: Scenario, scenario_file: Path, setting: Setting) -> Iterator[tuple[int, int]]:
    """Run the processes of a setting; give the id of their parent, and their port."""
    port = free_port()
    process = setting.start(scenario, scenario_file, port)
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                wait(("127.0.0.1", port), scenario.reading())
                break
            except OSError:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise
                time.sleep(0.1)
        # All of the processes are there.
        time.sleep(1)
        if setting.processes == 1:
            confine(process.pid, setting.cores)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(30)


def measure(
    scenario: Scenario, scenario_file: Path, setting: Setting, database: int, seconds: float
) -> Figure:
    """Return what is recorded, and what that takes. ``database`` is PostgreSQL's process id."""
    confine(database, setting.others)
    os.sched_setaffinity(0, setting.others)
    try:
        with serving(scenario, scenario_file, setting) as (web, port):
            address, visitors = ("127.0.0.1", port), scenario.visitors()
            clients = CLIENTS * setting.processes
            warmed = 0
            while warmed < WARM_UP_ANSWERS * setting.processes:
                warmed += run(address, visitors, 201, seconds=0.5, connections=clients).answers
            own = sum(os.times()[:2])
            before = cpu_seconds(web), cpu_seconds(database), own
            result = run(address, visitors, 201, seconds=seconds, connections=clients)
            after = cpu_seconds(web), cpu_seconds(database), sum(os.times()[:2])
    finally:
        confine(database, BOTH)
        os.sched_setaffinity(0, BOTH)
    costs = [(b - a) * 1e6 / result.answers for a, b in zip(before, after, strict=True)]
    return Figure(result.rate, *costs)


def measure_bare(url: str, database: int, seconds: float) -> Figure:
    """Return what the driver alone commits, and what that takes."""
    before = sum(os.times()[:2]), cpu_seconds(database)
    rate = bare("postgresql", url, seconds)
    after = sum(os.times()[:2]), cpu_seconds(database)
    # Its threads connect first and end last, which takes next to nothing of the seconds.
    costs = [(b - a) * 1e6 / (rate * seconds) for a, b in zip(before, after, strict=True)]
    return Figure(rate, *costs)


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
    best = {"bare": Figure()}
    try:
        with tempfile.TemporaryDirectory() as folder:
            scenario = make_scenario(Path(folder), server.url)
            scenario_file = Path(folder) / "scenario.json"
            scenario.save(scenario_file)
            for number in range(arguments.rounds):
                print(f"round {number + 1}", file=sys.stderr)
                result = measure_bare(server.url, server.pid, arguments.seconds)
                best["bare"] = max(best["bare"], result, key=lambda figure: figure.rate)
                for name, setting in SETTINGS.items():
                    result = measure(
                        scenario, scenario_file, setting, server.pid, arguments.seconds
                    )
                    best[name] = max(
                        best.get(name, Figure()), result, key=lambda figure: figure.rate
                    )
    finally:
        server.stop()
    return 0 if report(best) else 1


def report(best: dict[str, Figure]) -> bool:
    """Print the figures; return whether each bar is met."""
    print(f"  {'':15}{'a second':>9}{'of bare':>9}   us of a core: web, database, generator, all")
    bare_figure = best["bare"]
    for name, figure in best.items():
        costs = (figure.web, figure.database, figure.generator, figure.together)
        print(
            f"  {name:15}{figure.rate:9,.0f}{figure.rate / bare_figure.rate:9.2f}"
            + "".join(f"{item:9.0f}" for item in costs)
            + f"   bare by it {bare_figure.together / figure.together:.2f},"
            f" without generator {bare_figure.together / (figure.web + figure.database):.2f}"
        )
    one, two = best["one core"], best["two cores"]
    print(f"  two cores by one, by what a decision takes: {2 * one.together / two.together:.2f}")
    met = _bar("two cores by one", two.rate / one.rate, SECOND_BAR)
    for name, bar in BARE_BARS.items():
        met &= _bar(f"{name} by bare", best[name].rate / best["bare"].rate, bar)
    return met


def _bar(name: str, value: float, bar: float) -> bool:
    print(f"  {name}: {value:.2f}, bar {bar}: {'met' if value >= bar else 'MISSED'}")
    return value >= bar


if __name__ == "__main__":
    sys.exit(main())
