"""``python -m benchmarks.reading [--rows N] [--fewer N] [--plans FILE]``: exports and pages.

Measures an export of a million receipts over HTTP, compared with psql's COPY of the same JSON, and
the growth of the server's memory; the median time of a page of 100 with N receipts for every filter
and each pair of filters, compared with fewer receipts; and the decisions recorded per second with N
receipts, compared with an almost empty table. Needs PostgreSQL. The exit status is 1 if a bar is
missed.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import Engine, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import make_url

from benchmarks.__main__ import serving
from benchmarks.filling import fill
from benchmarks.plans import explain
from benchmarks.recording import served
from benchmarks.scenario import Scenario, make_application, make_scenario
from consent_app.exports.queries import json_statement
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.queries import ReceiptFilters, ReceiptQuery
from tests.support import postgres
from tests.support.databases import Databases

EXPORT_BAR, MEMORY_BAR, PAGE_BAR, RECORDING_BAR = 1.0, 25.0, 1.5, 0.9
FIRST_BYTE_BAR = 0.03
BEGINNING = "q, the beginning of a hash"
BEGINNING_BAR = 2.0
TIMES = 15


def resident(pid: int) -> float:
    """Return a process's resident memory in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS")


class Memory:
    """Records the peak memory of a process."""

    def __init__(self, pid: int) -> None:
        self.idle = self.peak = resident(pid)
        self._pid, self._stop = pid, threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stop.wait(0.05):
            self.peak = max(self.peak, resident(self._pid))

    def grown(self) -> float:
        """Stop recording; return the growth in MiB."""
        self._stop.set()
        self._thread.join()
        return self.peak - self.idle


def get(
    address: tuple[str, int], scenario: Scenario, query: dict[str, Any]
) -> tuple[float, float, int]:
    """Return the seconds to the first and the last byte, and the number of bytes."""
    connection = http.client.HTTPConnection(*address, timeout=600)
    headers = {"Authorization": f"Bearer {scenario.key}"}
    started_at = time.perf_counter()
    connection.request("GET", f"/v1/api/consent-events?{urlencode(query)}", headers=headers)
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError(answer.read()[:500])
    size = len(answer.read(1))
    first = time.perf_counter() - started_at
    while chunk := answer.read(1 << 20):
        size += len(chunk)
    connection.close()
    return first, time.perf_counter() - started_at, size


def copied(url: str, workspace_id: UUID, rows: int) -> float:
    """Return the seconds that psql needs to COPY the same JSON."""
    query = ReceiptQuery(workspace_id, ReceiptFilters(), rows, None, datetime.now(UTC))
    statement = json_statement(query)
    sql = str(
        statement.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    )
    psql = shutil.which("psql")
    if psql is None:
        raise RuntimeError("psql was not found")
    target = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    script = (
        "SET enable_sort = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
        f" SET jit = off; COPY ({sql}) TO STDOUT;"
    )
    started_at = time.perf_counter()
    subprocess.run(
        [psql, "-q", target], input=script.encode(), stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - started_at


def queries(scenario: Scenario) -> dict[str, dict[str, str]]:
    """Return each filter and each pair of filters by name."""
    now = datetime.now(UTC)
    single = {
        "none": {},
        "domainId": {"domainId": scenario.domain_id},
        "action": {"action": "custom"},
        "source": {"source": "gpc"},
        "country": {"country": "AT"},
        "from": {"from": (now - timedelta(days=200)).isoformat()},
        "to": {"to": (now - timedelta(days=200)).isoformat()},
        "device": {"device": "tablet"},
        "status": {"status": "expired"},
    }
    pairs = itertools.combinations([name for name in single if name != "none"], 2)
    return single | {f"{a}+{b}": single[a] | single[b] for a, b in pairs}


def searches(engine: Engine) -> dict[str, dict[str, str]]:
    """Return searches for one receipt by name. Each finds few receipts."""
    receipt = consent_receipts.c
    with engine.connect() as connection:
        row = connection.execute(select(receipt.id, receipt.ip_hash).limit(1)).one()
    return {
        "q, a receipt's id": {"q": str(row.id)},
        "q, a visitor's hash": {"q": row.ip_hash},
        BEGINNING: {"q": row.ip_hash[:8]},
        "q, a part of a hash": {"q": row.ip_hash[5:15]},
    }


def pages(
    scenario: Scenario, scenario_file: Path, requests: dict[str, dict[str, str]], times: int = TIMES
) -> dict[str, float]:
    """Return the median milliseconds of a page of 100, by filter."""
    with serving("whole", scenario_file) as (_, address):
        values = {}
        for name, query in requests.items():
            seconds = [get(address, scenario, {**query, "limit": 100})[1] for _ in range(times)]
            values[name] = statistics.median(seconds) * 1000
        return values


def recorded(scenario: Scenario, scenario_file: Path) -> float:
    """Return the decisions recorded per second in the best round."""
    return max(served("waitress", scenario, scenario_file, 4.0) for _ in range(3))


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--fewer", type=int, default=100_000)
    parser.add_argument("--plans", type=Path, help="a Markdown file for the plan of every read")
    arguments = parser.parse_args()
    server = postgres.start(durable=True)
    if server is None:
        print(f"PostgreSQL was not found: {postgres.HOW_TO_GET}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        scenario = make_scenario(
            Path(folder), Databases(Path(folder), server.url).empty("postgresql")
        )
        scenario_file = Path(folder) / "scenario.json"
        scenario.save(scenario_file)
        application = make_application(scenario.settings)
        with application.database.session(read_only=True) as session:
            workspace_id = session.scalars(select(consent_receipts.c.workspace_id).limit(1)).one()
        empty = recorded(scenario, scenario_file)
        fill(application.database.engine, str(workspace_id), arguments.fewer)
        engine = application.database.engine
        before = pages(scenario, scenario_file, queries(scenario) | searches(engine))
        fill(application.database.engine, str(workspace_id), arguments.rows - arguments.fewer)
        after = pages(scenario, scenario_file, queries(scenario) | searches(engine))
        with serving("whole", scenario_file) as (pid, address):
            get(address, scenario, {"limit": 20_000})
            psql = min(
                copied(scenario.settings["database_url"], workspace_id, 1_000_000) for _ in range(2)
            )
            memory = Memory(pid)
            exports = [get(address, scenario, {"limit": 1_000_000}) for _ in range(2)]
            grown = memory.grown()
        if arguments.plans is not None:
            arguments.plans.write_text(explain(application.database.engine, workspace_id))
        filled = recorded(scenario, scenario_file)
        application.database.dispose()
    server.stop()
    met = report(arguments, psql, exports, grown, before, after)
    print(f"\nrecorded a second: {empty:,.0f} with an empty table, {filled:,.0f} at the end")
    met &= _bar("by an empty table", filled / empty, RECORDING_BAR, filled / empty >= RECORDING_BAR)
    return 0 if met else 1


def report(
    arguments: argparse.Namespace,
    psql: float,
    exports: list[tuple[float, float, int]],
    grown: float,
    before: dict[str, float],
    after: dict[str, float],
) -> bool:
    """Print the results; return whether each bar is met."""
    rows = min(arguments.rows, 1_000_000)
    first, whole, size = min(exports, key=lambda export: export[1])
    share = psql / whole
    print(f"\nexport of {rows:,} receipts, {size / 2**20:,.0f} MiB of JSON")
    print(f"  psql COPY {psql:6.2f} s   {rows / psql:10,.0f} rows/s")
    print(f"  over HTTP {whole:6.2f} s   {rows / whole:10,.0f} rows/s")
    met = _bar("first byte, s", first, FIRST_BYTE_BAR, first <= FIRST_BYTE_BAR)
    met &= _bar("by psql", share, EXPORT_BAR, share >= EXPORT_BAR)
    met &= _bar("memory over idle, MiB", grown, MEMORY_BAR, grown <= MEMORY_BAR)
    print(f"\npage of 100, median ms: {arguments.fewer:,} and {arguments.rows:,} receipts")
    worst = 0.0
    for name, few in before.items():
        ratio = after[name] / few
        if not name.startswith("q, "):
            worst = max(worst, ratio)
        print(f"  {name:22}{few:8.2f}{after[name]:8.2f}{ratio:7.2f}")
    begin_ratio = after[BEGINNING] / before[BEGINNING]
    met &= _bar(BEGINNING, begin_ratio, BEGINNING_BAR, begin_ratio <= BEGINNING_BAR)
    return met & _bar("the worst filter or pair", worst, PAGE_BAR, worst <= PAGE_BAR)


def _bar(name: str, value: float, bar: float, met: bool) -> bool:
    print(f"  {name}: {value:.2f}, bar {bar}: {'met' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    sys.exit(main())
