"""``python -m benchmarks.recording [--seconds N] [--rounds N]``: decisions recorded durably.

Sixteen clients post decisions of different visitors (addresses, user agents, a third with an
idempotency key) over HTTP to one process that is pinned to a core. Each response follows its commit
(PostgreSQL with fsync, SQLite with synchronous=FULL). The rate is compared with what bare drivers
reach in the same run without HTTP: psycopg2 with autocommitted inserts of the same row from sixteen
threads, and sqlite3 with commits of it from one thread. If Node.js is installed, a peer records on
the same PostgreSQL server too: c15t's self-hosted backend, with the indexes that it lacks. The exit
status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg2
from sqlalchemy.engine import make_url

from benchmarks.__main__ import pinned, serving
from benchmarks.load import run, wait
from benchmarks.rows import INSERT, INSERT_SQLITE, row_values
from benchmarks.scenario import Scenario, make_scenario
from tests.support import postgres
from tests.support.databases import Databases
from tests.support.npm import MissingPackagesError, installed

ROOT = Path(__file__).resolve().parent.parent
PEER_FILES = ("package.json", "package-lock.json", "server.mjs")
CLIENTS = 16
WARM_UP_SECONDS = 1.5
BARS = {
    ("postgresql", "waitress"): 0.45,
    ("postgresql", "granian"): 0.5,
    ("sqlite", "waitress"): 0.4,
}
PEER_BAR = 5.0


def in_threads(number: int, seconds: float, make: Callable[[], Callable[[], Any]]) -> float:
    """Call the functions that ``make`` returns repeatedly in ``number`` threads; return calls per
    second."""
    counts = [0] * number
    start, stop = threading.Barrier(number + 1), threading.Event()

    def work(index: int) -> None:
        call = make()
        start.wait()
        while not stop.is_set():
            call()
            counts[index] += 1

    threads = [threading.Thread(target=work, args=(index,)) for index in range(number)]
    for thread in threads:
        thread.start()
    start.wait()
    started_at = time.perf_counter()
    time.sleep(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - started_at)


def bare(dialect: str, url: str, seconds: float) -> float:
    """Return how many rows per second the driver alone commits."""
    if dialect == "sqlite":

        def connect_sqlite() -> Callable[[], Any]:
            path = make_url(url).database or ""
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA synchronous=FULL")
            return lambda: connection.execute(INSERT_SQLITE, row_values(text=True))

        return in_threads(1, seconds, connect_sqlite)

    def connect() -> Callable[[], Any]:
        connection = psycopg2.connect(url)
        connection.autocommit = True
        cursor = connection.cursor()
        return lambda: cursor.execute(INSERT, row_values())

    return in_threads(CLIENTS, seconds, connect)


def served(server: str, scenario: Scenario, scenario_file: Path, seconds: float) -> float:
    """Return how many decisions per second a server records."""
    variant = "granian" if server == "granian" else "whole"
    with serving(variant, scenario_file) as (_, address):
        request = scenario.recording()
        deadline = time.monotonic() + 60
        while True:
            try:
                wait(address, request)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        visitors = scenario.visitors()
        run(address, visitors, 201, seconds=WARM_UP_SECONDS, connections=CLIENTS)
        return run(address, visitors, 201, seconds=seconds, connections=CLIENTS).rate


@contextmanager
def peer(url: str, origin: str) -> Iterator[tuple[str, int]]:
    """Run the peer on an empty database, pinned to a core; yield its address."""
    folder = installed(ROOT, "c15t", PEER_FILES, within="benchmarks/peers")
    environ = os.environ | {"DATABASE_URL": _plain(url), "ORIGIN": origin, "NODE_ENV": "production"}
    process = subprocess.Popen(
        [*pinned(0), "node", str(folder / "server.mjs")],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield "127.0.0.1", int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(20)


def _plain(url: str) -> str:
    target = make_url(url).set(drivername="postgresql")
    return target.render_as_string(hide_password=False)


def recorded_by_peer(url: str, scenario: Scenario, seconds: float) -> float:
    """Return how many decisions per second the peer records. Raises MissingPackagesError."""
    decision = {
        "type": "cookie_banner",
        "subjectId": "sub_visitor",
        "domain": scenario.origin.partition("://")[2],
        "preferences": {"necessary": True, "measurement": True, "marketing": True},
        "givenAt": int(time.time() * 1000),
    }
    body = json.dumps(decision).encode()
    request = (
        f"POST /subjects HTTP/1.1\r\nHost: localhost\r\nOrigin: {scenario.origin}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    with peer(url, scenario.origin) as address:
        run(address, request, 200, seconds=WARM_UP_SECONDS, connections=CLIENTS)
        return run(address, request, 200, seconds=seconds, connections=CLIENTS).rate


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    server = postgres.start(durable=True)
    best: dict[tuple[str, str], float] = {}
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder), server.url if server else None)
        for dialect in ("postgresql", "sqlite"):
            if not databases.has(dialect):
                continue
            url = databases.empty(dialect)
            scenario = make_scenario(Path(folder), url)
            scenario_file = Path(folder) / f"scenario-{dialect}.json"
            scenario.save(scenario_file)
            for number in range(arguments.rounds):
                for name in ("bare", "waitress", "granian"):
                    if (dialect, name) == ("sqlite", "granian"):
                        continue
                    print(f"round {number + 1}: {dialect}, {name}", file=sys.stderr)
                    rate = (
                        bare(dialect, url, arguments.seconds)
                        if name == "bare"
                        else served(name, scenario, scenario_file, arguments.seconds)
                    )
                    best[dialect, name] = max(rate, best.get((dialect, name), 0.0))
            if dialect == "postgresql":
                print("peer", file=sys.stderr)
                try:
                    rate = recorded_by_peer(databases.empty(dialect), scenario, arguments.seconds)
                    best[dialect, "c15t"] = rate
                except MissingPackagesError as error:
                    print(f"The peer is left out. {error}.", file=sys.stderr)
    if server is not None:
        server.stop()
    return 0 if report(best) else 1


def report(best: dict[tuple[str, str], float]) -> bool:
    """Print the rates; return whether each bar is met."""
    met = True
    print(f"\n{'recorded a second, durably':34}{'rate':>9}{'of bare':>9}{'bar':>6}")
    for (dialect, name), rate in best.items():
        share = rate / best[dialect, "bare"]
        bar = BARS.get((dialect, name))
        line = f"  {dialect + ', ' + name:32}{rate:9,.0f}{share:9.2f}"
        if bar is not None:
            met &= share >= bar
            line += f"{bar:6.2f}  {'met' if share >= bar else 'MISSED'}"
        print(line)
    if ("postgresql", "c15t") in best:
        times = best["postgresql", "waitress"] / best["postgresql", "c15t"]
        met &= times >= PEER_BAR
        verdict = "met" if times >= PEER_BAR else "MISSED"
        print(f"  waitress by c15t: {times:.1f} times, bar {PEER_BAR:.0f}: {verdict}")
    return met


if __name__ == "__main__":
    sys.exit(main())
