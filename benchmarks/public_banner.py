"""``python -m benchmarks.public_banner``: a banner from memory compared with a static file.

One process on one core serves both; the load generator runs on another core. A rate is the number
of responses per second of the server's own CPU time; the rounds alternate, and the best of each
counts. The file is the pages' style sheet, which is about as large as a banner. The exit status is
1 if the banner reaches less than 0.8 of the file's rate.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.__main__ import CONNECTIONS, WARM_UP_SECONDS, cpu_seconds, serving
from benchmarks.load import run, wait
from benchmarks.scenario import make_scenario

MIN_SHARE = 0.8
STATIC = "/pages/pages.css"
NAMES = {"banner": "the public banner, from memory", "static": f"a static file ({STATIC})"}


def get(path: str, origin: str) -> bytes:
    """Return the request that a visitor's browser sends."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n\r\n".encode()


def main() -> int:
    """Measure both and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.public_banner", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    best: dict[str, float] = {}
    sizes: dict[str, int] = {}
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        scenario = make_scenario(Path(folder), None)
        scenario_file = Path(folder) / "scenario.json"
        scenario.save(scenario_file)
        requests = {
            "banner": get(
                f"/v1/public/domains/{scenario.domain_id}/banner?locale=de", scenario.origin
            ),
            "static": get(STATIC, scenario.origin),
        }
        with serving("whole", scenario_file) as (pid, address):
            wait(address, requests["static"])
            for number in range(arguments.rounds):
                for name, request in requests.items():
                    print(f"round {number + 1}: {NAMES[name]}", file=sys.stderr)
                    run(address, request, 200, seconds=WARM_UP_SECONDS, connections=CONNECTIONS)
                    before = cpu_seconds(pid)
                    result = run(
                        address,
                        request,
                        200,
                        seconds=arguments.seconds,
                        connections=CONNECTIONS,
                    )
                    rate = result.answers / (cpu_seconds(pid) - before)
                    best[name] = max(rate, best.get(name, 0))
                    sizes[name] = result.answer_bytes
    for name, rate in best.items():
        print(f"{NAMES[name]:36}{rate:10,.0f} per CPU s{sizes[name]:10,} bytes")
    share = best["banner"] / best["static"]
    met = share >= MIN_SHARE
    print(f"the banner by the file: {share:.2f}, bar {MIN_SHARE}: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
