"""``python -m benchmarks.memory [--requests N]``: what a server's memory grows by.

One web process on PostgreSQL answers N requests (a million by default) as a site and its operator
send them: in ten, five decisions of visitors who differ, two banners, an impression, a page of 100
receipts and one that is refused. Its resident memory is told after each tenth; what counts is the
last by that after the first 2,000 requests, when everything was used once. Exits with 1 where the
bar is missed.
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
"""MiB."""

CONNECTIONS = 16
FIRST = 2_000


def requests(scenario: Scenario) -> Iterator[bytes]:
    """Give the requests, without end."""
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
    """Measure and tell."""
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
                begun = resident(pid)
                print(f"{FIRST:11,} requests {begun:7.1f} MiB", flush=True)
                step = max(1, (arguments.requests - FIRST) // 10)
                done = FIRST
                while done < arguments.requests:
                    statuses = mixed(
                        address, itertools.islice(weighted, step), connections=CONNECTIONS
                    )
                    done += step
                    print(
                        f"{done:11,} requests {resident(pid):7.1f} MiB  {dict(statuses)}",
                        flush=True,
                    )
                grown = resident(pid) - begun
    finally:
        server.stop()
    met = grown <= BAR
    print(f"  grown by {grown:.1f} MiB, bar {BAR:.0f}: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
