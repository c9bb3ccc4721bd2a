"""``python -m benchmarks.memory [--requests N]``: how much a server's memory grows.

One web process on PostgreSQL answers N requests (a million by default), mixed as from a site and
its operator: of every ten, five are decisions of different visitors, two load a banner, one counts
an impression, one reads a page of 100 receipts and one is refused. The resident memory is printed
after each tenth of them. The result is the growth after the first 2,000 requests, which use every
part of the code once. The exit status is 1 if the bar is missed.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.__main__ import serving
from benchmarks.load import mixed, wait
from benchmarks.reading import resident
from benchmarks.scenario import Scenario, make_scenario
from tests.support import postgres

BAR = 30.0
"""The greatest growth allowed, in MiB."""

CONNECTIONS = 16
FIRST = 2_000


def requests(scenario: Scenario) -> Iterator[bytes]:
    """Yield requests forever."""
    visitors = scenario.visitors()
    turns = "dbdrdidbdx"
    fixed = {
        "b": scenario.banner(),
        "i": scenario.impression(),
        "r": scenario.reading(),
        "x": scenario.refused(),
    }
    for turn in itertools.cycle(turns):
        yield next(visitors) if turn == "d" else fixed[turn]


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_000_000)
    arguments = parser.parse_args()
    server = postgres.start(durable=True)
    if server is None:
        print(f"PostgreSQL was not found: {postgres.HOW_TO_GET}", file=sys.stderr)
        return 1
    try:
        with tempfile.TemporaryDirectory() as folder:
            scenario = make_scenario(Path(folder), server.url)
            scenario_file = Path(folder) / "scenario.json"
            scenario.save(scenario_file)
            with serving("whole", scenario_file) as (pid, address):
                wait(address, scenario.reading())
                weighted = requests(scenario)
                mixed(address, itertools.islice(weighted, FIRST), connections=CONNECTIONS)
                start_bytes = resident(pid)
                print(f"{FIRST:11,} requests {start_bytes:7.1f} MiB", flush=True)
                step = max(1, (arguments.requests - FIRST) // 10)
                answered = FIRST
                while answered < arguments.requests:
                    statuses = mixed(
                        address, itertools.islice(weighted, step), connections=CONNECTIONS
                    )
                    answered += step
                    print(
                        f"{answered:11,} requests {resident(pid):7.1f} MiB  {dict(statuses)}",
                        flush=True,
                    )
                grown = resident(pid) - start_bytes
    finally:
        server.stop()
    met = grown <= BAR
    print(f"  grown by {grown:.1f} MiB, bar {BAR:.0f}: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
