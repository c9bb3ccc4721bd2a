"""``/metrics`` of running processes, summed up; the dashboard and the alerts that use them."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from consent_app.application import utc_now
from consent_app.db.engine import create_engine
from tests.support import postgres, waiting
from tests.support.databases import Databases
from tests.support.disks import fill, small_disk
from tests.support.factories import Site, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.processes import free_port
from tests.support.web_processes import WebProcess

VISITOR = "2001:db8:4242::77"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@dataclass
class Measured:
    """A service of two web processes and a worker, whose log is JSON."""

    process: WebProcess
    metrics_url: str
    site: Site

    def text(self) -> str:
        with urllib.request.urlopen(self.metrics_url, timeout=10) as response:
            return str(response.read().decode())

    def samples(self) -> Samples:
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(self.text())
            for sample in family.samples
        }

    def value(self, name: str, **labels: str) -> float:
        expected = set(labels.items())
        results = [
            value
            for (item, has), value in self.samples().items()
            if item == name and expected <= has
        ]
        assert results, name
        return sum(results)


@pytest.fixture(scope="module")
def measured(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    """The service as ``consent-app serve --workers 2`` runs it."""
    folder = tmp_path_factory.mktemp("measured")
    url = databases.fresh("postgresql" if databases.has("postgresql") else "sqlite")
    port = free_port()
    settings = {
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
        "CONSENT_WORKERS": "2",
        "CONSENT_METRICS_PORT": str(port),
        "CONSENT_LOG_FORMAT": "json",
    }
    process = WebProcess(url, folder / "var", folder / "log", settings)
    process.start("serve")
    try:
        process.wait_until_ready()
        client = live_client(process.url, VISITOR)
        site = make_site(make_panel(client, utc_now()))
        yield Measured(process, f"http://127.0.0.1:{port}/metrics", site)
    finally:
        process.stop()


def test_all_processes_are_summed(measured: Measured) -> None:
    client = live_client(measured.process.url)
    client.get("/no/such/path", status=404)
    unknown = {"route": "an unknown path", "status": "404"}
    unknown_before = measured.value("consent_http_request_seconds_count", **unknown)
    before = measured.value("consent_http_request_seconds_count")
    for _ in range(12):
        measured.site.decide()
    measured.site.decide(action="reject_all", analytics=False, marketing=False, preferences=False)
    for _ in range(6):
        client.get(f"/v1/public/domains/{measured.site.id}/banner", status=200)
    client.get("/no/such/path", status=404)
    value = measured.value
    assert value("consent_http_request_seconds_count") >= before + 20
    assert value("consent_receipts_recorded_total", action="accept_all") >= 12
    assert value("consent_receipts_recorded_total", action="reject_all") == 1
    route = "/v1/public/domains/{domainId}/consents"
    recorded = {"method": "POST", "route": route, "status": "201"}
    assert value("consent_http_request_seconds_count", **recorded) >= 13
    assert 0 < value("consent_http_request_seconds_sum", **recorded) < 60
    assert value("consent_http_request_seconds_count", **unknown) == unknown_before + 1
    assert value("consent_cache_requests_total", cache="banners", result="hit") >= 1
    assert value("consent_database_up") == 1
    assert value("consent_jobs_failing") == 0
    assert value("consent_jobs_dead") == 0
    assert value("consent_password_evaluations") == 0
    assert value("consent_database_connections", pool="requests") >= 0


def test_a_database_that_hangs_hides_no_metrics(measured: Measured) -> None:
    url = measured.process.database_url
    if not url.startswith("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    engine = create_engine(url, pool_size=2)
    count = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND wait_event_type = 'Lock' AND query LIKE 'SELECT count(*)%jobs%'"
    )
    try:
        with engine.connect() as connection, engine.connect() as observer:
            connection.execute(text("LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE"))
            # As Prometheus does by default, Measured waits for ten seconds.
            with ThreadPoolExecutor(6) as pool:
                samples = list(pool.map(lambda _: measured.samples(), range(6)))
            assert {item["consent_database_up", frozenset()] for item in samples} == {0.0}
            assert all(any("request_seconds" in name for name, _ in item) for item in samples)
            # The scrapes share one connection.
            assert observer.scalar(count) == 1
    finally:
        engine.dispose()
    waiting.until(lambda: measured.value("consent_database_up") == 1)


def test_a_full_disk_ends_no_process(databases: Databases, tmp_path: Path) -> None:
    settings = {
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
        "CONSENT_WORKERS": "1",
        "CONSENT_METRICS_PORT": str(free_port()),
    }
    url = databases.fresh("sqlite")
    with small_disk(2) as disk:
        settings["TMPDIR"] = str(disk)
        process = WebProcess(url, tmp_path / "var", tmp_path / "log", settings)
        process.start()
        try:
            process.wait_until_ready()
            fill(disk)
            site = make_site(make_panel(live_client(process.url, VISITOR), utc_now()))
            site.decide()
            assert process.process is not None
            assert process.process.poll() is None
        finally:
            process.stop()


def test_no_metric_identifies_anybody(measured: Measured) -> None:
    text = measured.text()
    for secret in (VISITOR, measured.site.key, measured.site.panel.person.email, measured.site.id):
        assert secret not in text


def test_the_public_port_has_no_metrics(measured: Measured) -> None:
    live_client(measured.process.url).get("/metrics", status=404)


def test_the_dashboard_and_the_alerts_go_by_metrics_that_are_there(
    measured: Measured, project: Path
) -> None:
    measured.site.decide()
    live_client(measured.process.url).get(f"/v1/public/domains/{measured.site.id}/banner")
    # Whether the worker has done a job or sent an email by now is chance.
    names = set(re.findall(r"^# TYPE (\w+) ", measured.text(), re.MULTILINE))
    series = names | {f"{name}{end}" for name in names for end in ("_bucket", "_count", "_sum")}
    dashboard = json.loads((project / "deploy/grafana/dashboard.json").read_text())
    alerts = yaml.safe_load((project / "deploy/prometheus/alerts.yaml").read_text())
    expressions = [
        target["expr"] for panel in dashboard["panels"] for target in panel["targets"]
    ] + [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    assert len(expressions) > 15
    used = {name for text in expressions for name in re.findall(r"\bconsent_\w+", text)}
    assert used - series <= {"consent_job_seconds_count", "consent_mails_sent_total"}
    log = (project / "docs" / "self-hosting.md").read_text()
    documented = {
        name for name in names if name.startswith("consent_") and name != "consent_app_info"
    }
    assert documented <= set(re.findall(r"`(consent_\w+)`", log))


def test_a_request_has_one_id_in_answer_and_log(measured: Measured) -> None:
    client = live_client(measured.process.url, VISITOR)
    options = "edge-0123456789"
    refused = client.get("/v1/domains", headers={"X-Request-Id": options}, status=401)
    assert refused.headers["X-Request-Id"] == options
    response = client.get("/v1/health/live", headers={"X-Request-Id": "not an id"}, status=200)
    assert re.fullmatch(r"[0-9a-f]{24}", response.headers["X-Request-Id"])
    records = [
        json.loads(line)
        for line in measured.process.log.read_text().splitlines()
        if line.startswith("{")
    ]
    (record,) = (item for item in records if item.get("request_id") == options)
    assert record["event"].startswith("GET /v1/domains 401 ")
    assert (record["method"], record["path"], record["status"]) == ("GET", "/v1/domains", 401)
    assert {"timestamp", "level", "logger"} <= set(record)
    assert VISITOR not in measured.process.log.read_text()


def test_a_strangers_request_id_is_not_taken(measured: Measured) -> None:
    from consent_app.request_ids import begin_request

    for stranger in ("short", "x" * 65, "new\nline-----", "", None):
        assert begin_request(stranger) != stranger
    assert begin_request("0123-abc_DEF.9") == "0123-abc_DEF.9"
