"""``python -m benchmarks.panel_lists [--rows N]``: how long every list of the panel takes.

Measures, over HTTP, each response that a list, a filter or a plot of the panel needs, in a
workspace with N receipts over 400 days (PostgreSQL). Prints the best and the median time, and the
CPU time that the service and the database's backends used for one response. The exit status is 1 if
a best time misses the bar: on a machine that is also doing other work, the best time is what the
service needs.

At the end it prints the number of counts, which do not grow with the number of receipts in a day.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import func, make_url, select
from sqlalchemy.engine import Engine
from webtest import TestApp

from benchmarks.__main__ import cpu_seconds, serving
from benchmarks.filling import fill
from benchmarks.scenario import Scenario, make_application, make_settings
from consent_app import make_app
from consent_app.application import Application
from consent_app.db.ids import id_time
from consent_app.migrations.migrate import upgrade
from consent_app.receipts.models import consent_receipts
from consent_app.statistics.models import daily_counts, hourly_counts
from consent_app.statistics.roll_ups import roll_up, roll_up_days, roll_up_presentations
from tests.support import factories, postgres
from tests.support.databases import Databases

BAR_MS = 300.0
TIMES = 15


def paths(site: factories.Site, receipt: tuple[str, str], now: datetime) -> dict[str, str]:
    """Return the paths that the panel requests, by the name of the list. ``receipt`` is an id and a
    hash."""
    filters = {
        "all": {},
        "of a domain": {"domainId": site.id},
        "by decision": {"action": "custom"},
        "by origin": {"source": "gpc"},
        "by country": {"country": "AT"},
        "by device": {"device": "tablet"},
        "by state": {"status": "expired"},
        "of a time": {
            "from": (now - timedelta(days=200)).isoformat(),
            "to": (now - timedelta(days=100)).isoformat(),
        },
    }
    requests = {
        f"receipts, {name}": "/v1/consent-events?" + urlencode({**query, "limit": "50"})
        for name, query in filters.items()
    }
    requests |= {
        "receipts, by id": f"/v1/consent-events?limit=50&q={receipt[0]}",
        "receipts, by a hash": f"/v1/consent-events?limit=50&q={receipt[1][:12]}",
        "one receipt": f"/v1/consent-events/{receipt[0]}",
    }
    requests |= {
        f"total, {name}": "/v1/consent-totals?" + urlencode(query)
        for name, query in filters.items()
        if name != "by state"
    }
    for days, interval in ((30, "day"), (365, "week")):
        span = {"from": (now - timedelta(days=days)).isoformat(), "to": now.isoformat()}
        for group in ("action", "device", "country", "version", "language", "surface"):
            query = {**span, "interval": interval, "groupBy": group}
            requests[f"statistics of {days} days by {group}"] = "/v1/consent-stats?" + urlencode(
                query
            )
    requests |= {
        name: f"/v1/{path}"
        for name, path in {
            "domains": "domains?limit=100",
            "groups": "domain-groups",
            "compliance": f"domains/{site.id}/compliance",
            "banner": f"domains/{site.id}/banner",
            "versions": f"domains/{site.id}/banner/versions?limit=20",
            "templates": "banner-templates",
            "members": "members",
            "invitations": "invitations",
            "keys": "api-keys",
            "audit log": "audit-events",
            "feed": "notifications?limit=20",
            "search": f"search?q={site.hostname[:8]}",
            "sessions": "account/sessions",
        }.items()
    }
    return requests


@dataclass(frozen=True, slots=True)
class Figure:
    """Times of a response in milliseconds. ``cpu`` is that of the service and the backends."""

    best: float
    median: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Service:
    """The service under test: its process id and address, and the name of its database."""

    pid: int
    address: tuple[str, int]
    database: str

    def cpu_seconds(self) -> float:
        """Return the CPU time of the process and of the database's current backends."""
        result = cpu_seconds(self.pid)
        for command in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if f" {self.database} [local]".encode() in command.read_bytes():
                    result += cpu_seconds(int(command.parent.name))
        return result


def timed(service: Service, path: str, token: str) -> Figure:
    """Time the responses to one request."""
    results = []
    connection = http.client.HTTPConnection(*service.address, timeout=60)
    before = service.cpu_seconds()
    for _ in range(TIMES):
        started_at = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {body[:300]!r}")
        results.append((time.perf_counter() - started_at) * 1000)
    connection.close()
    cpu = (service.cpu_seconds() - before) * 1000 / TIMES
    return Figure(min(results), statistics.median(results), cpu)


def filled(application: Application, rows: int) -> factories.Site:
    """Create a workspace with a domain and ``rows`` receipts, counted as the jobs count them."""
    app = TestApp(make_app(application))
    site = factories.make_site(factories.make_panel(app, application.now()))
    site.decide()
    fill(application.database.engine, site.panel.organization["id"], rows)
    started_at = time.perf_counter()
    # Make the workspace as old as its receipts, so that the first count covers all of them.
    with application.database.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE workspaces SET created_at = created_at - interval '401 days'"
        )
    roll_up(application)
    print(f"counted the hours of 400 days in {time.perf_counter() - started_at:,.0f} s")
    started_at = time.perf_counter()
    while roll_up_days(application):
        pass
    print(f"… and summed up the days in {time.perf_counter() - started_at:,.0f} s")
    started_at = time.perf_counter()
    runs = 1
    while roll_up_presentations(application) > 2:
        runs += 1
    print(
        f"… and by language and surface in {time.perf_counter() - started_at:,.0f} s, {runs} jobs"
    )
    return site


def fresh_token(application: Application, site: factories.Site) -> str:
    """Return a new access token: filling the database takes longer than a token is valid."""
    now = application.now()
    created_at = id_time(UUID(site.panel.organization["id"]))
    claims = application.signer.verify(site.panel.access_token, "panel", created_at)
    return application.signer.issue("panel", claims, now)


def print_rows(engine: Engine, workspace_id: str) -> None:
    """Print the number of counts, which totals and plots read instead of receipts."""
    with engine.connect() as connection:
        for table in (hourly_counts, daily_counts):
            of_workspace = table.c.workspace_id == UUID(workspace_id)
            rows = connection.scalar(select(func.count()).select_from(table).where(of_workspace))
            print(f"{rows:,} rows of {table.name}")


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    arguments = parser.parse_args()
    server = postgres.start(durable=True)
    if server is None:
        print(f"PostgreSQL was not found: {postgres.HOW_TO_GET}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = Databases(folder, server.url).empty("postgresql")
        upgrade(url)
        settings = make_settings(folder, url)
        application = make_application(settings)
        site = filled(application, arguments.rows)
        receipt = consent_receipts.c
        with application.database.engine.connect() as connection:
            receipt_row = connection.execute(select(receipt.id, receipt.ip_hash).limit(1)).one()
        scenario_file = folder / "scenario.json"
        Scenario(settings, site.id, site.origin, site.key).save(scenario_file)
        token = fresh_token(application, site)
        requests = paths(site, (str(receipt_row.id), receipt_row.ip_hash), datetime.now(UTC))
        database = make_url(url).database or ""
        with serving("whole", scenario_file) as (pid, address):
            service = Service(pid, address, database)
            results = {name: timed(service, path, token) for name, path in requests.items()}
        print_rows(application.database.engine, site.panel.organization["id"])
        application.database.dispose()
    server.stop()
    print(f"\n{arguments.rows:,} receipts; milliseconds of {TIMES} answers\n")
    print(f"{'best':>8}{'median':>8}{'CPU':>8}")
    for name, timing in sorted(results.items(), key=lambda item: -item[1].best):
        missed = "" if timing.best <= BAR_MS else "   MISSED"
        print(f"{timing.best:8.1f}{timing.median:8.1f}{timing.cpu:8.1f}  {name}{missed}")
    slowest = max(item.best for item in results.values())
    print(f"\nslowest {slowest:.0f} ms, bar {BAR_MS:.0f} ms")
    return 0 if slowest <= BAR_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
