"""``python -m benchmarks.workers [--seconds N] [--rounds N]``: the gain of a second core.

Runs ``consent-app web`` like an operator, on PostgreSQL with fsync. The database and the load
generator use the same cores as the web processes, so each setting gives them the same share:

- ``one core``: one process, the database and the generator on one core;
- ``two cores``: a process pinned to each of two cores, the database and the generator on both;
- ``one, with help``: one process on a core, the database and the generator on both; has no bar;
- ``granian``: like ``two cores``, with two granian processes.

Each web process has sixteen clients. Bare is psycopg2 on both cores (``benchmarks.recording``).
Beside each rate is the CPU time that one decision takes: of the web processes (or the bare driver),
the database and the generator. The sum of these, compared with bare's, shows how the rates would
compare on a machine where other work disturbs the clock. Bare has no generator, so the comparison
without ours is printed too. The exit status is 1 if a bar is missed.
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
"""The required rate of two cores, as a ratio of the rate of one."""

BARE_BARS = {"two cores": 0.65, "granian": 0.85}
"""The required rate of two cores, as a ratio of the rate of bare psycopg2 on them."""

WARM_UP_ANSWERS = 4000
"""Requests for each process before the measurement: enough to meet every user agent."""

Start = Callable[[Scenario, Path, int], "subprocess.Popen[bytes]"]


@dataclass(frozen=True)
class Setting:
    """The number of recording processes, the cores of these and of the rest, and the server."""

    processes: int
    cores: tuple[int, ...]
    others: tuple[int, ...]
    start: Start


@dataclass
class Figure:
    """Decisions per second, and microseconds of CPU time for each."""

    rate: float = 0.0
    web: float = 0.0
    database: float = 0.0
    generator: float = 0.0

    @property
    def together(self) -> float:
        """The CPU time of one decision."""
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
    """Run the processes of a setting; yield the id of their parent, and their port."""
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
        # By now, all processes have started.
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
    """Return the rate and the CPU time of one setting. ``database`` is PostgreSQL's process id."""
    confine(database, setting.others)
    os.sched_setaffinity(0, setting.others)
    try:
        with serving(scenario, scenario_file, setting) as (web, port):
            address, visitors = ("127.0.0.1", port), scenario.visitors()
            clients = CLIENTS * setting.processes
            warmed = 0
            while warmed < WARM_UP_ANSWERS * setting.processes:
                warmed += run(address, visitors, 201, seconds=0.5, connections=clients).answers
            generator = sum(os.times()[:2])
            before = cpu_seconds(web), cpu_seconds(database), generator
            result = run(address, visitors, 201, seconds=seconds, connections=clients)
            after = cpu_seconds(web), cpu_seconds(database), sum(os.times()[:2])
    finally:
        confine(database, BOTH)
        os.sched_setaffinity(0, BOTH)
    costs = [(b - a) * 1e6 / result.answers for a, b in zip(before, after, strict=True)]
    return Figure(result.rate, *costs)


def measure_bare(url: str, database: int, seconds: float) -> Figure:
    """Return the rate and the CPU time of the driver alone."""
    before = sum(os.times()[:2]), cpu_seconds(database)
    rate = bare("postgresql", url, seconds)
    after = sum(os.times()[:2]), cpu_seconds(database)
    # The threads also connect and disconnect in this time, but that takes almost no time.
    costs = [(b - a) * 1e6 / (rate * seconds) for a, b in zip(before, after, strict=True)]
    return Figure(rate, *costs)


def main() -> int:
    """Measure the settings in turns, and print the results."""
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
    """Print the rates; return whether each bar is met."""
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
    one_core, two_cores = best["one core"], best["two cores"]
    print(
        f"  two cores by one, by CPU time per decision:"
        f" {2 * one_core.together / two_cores.together:.2f}"
    )
    met = _bar("two cores by one", two_cores.rate / one_core.rate, SECOND_BAR)
    for name, bar in BARE_BARS.items():
        met &= _bar(f"{name} by bare", best[name].rate / best["bare"].rate, bar)
    return met


def _bar(name: str, value: float, bar: float) -> bool:
    print(f"  {name}: {value:.2f}, bar {bar}: {'met' if value >= bar else 'MISSED'}")
    return value >= bar


if __name__ == "__main__":
    sys.exit(main())
