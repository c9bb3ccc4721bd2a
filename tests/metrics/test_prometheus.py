"""The counters: those of the library are the ones that everything else calls."""

from __future__ import annotations

import inspect

from prometheus_client import REGISTRY, generate_latest

from consent_app.metrics.metrics import Metrics
from consent_app.metrics.prometheus import PrometheusMetrics

METRICS: dict[str, tuple[tuple[object, ...], str]] = {
    "request": (("GET", "/v1/domains", 200, 0.02), "consent_http_request_seconds"),
    "recorded": (("accept_all",), "consent_receipts_recorded"),
    "job": (("mail.send", "done", 0.3), "consent_job_seconds"),
    "mail_sent": ((), "consent_mails_sent"),
    "exports": ((1,), "consent_exports_running"),
    "passwords": ((1,), "consent_password_evaluations"),
    "connections": (("requests", 1), "consent_database_connections"),
}
"""A call of each method, and the metric that it changes."""


def families(metric: str) -> set[str]:
    return {metric + suffix for suffix in ("", "_total", "_bucket", "_sum", "_count")}


def counters() -> list[str]:
    return [name for name, _ in inspect.getmembers(Metrics, inspect.isfunction)]


def samples() -> dict[str, float]:
    """Return the values of this process, by name and labels."""
    lines = generate_latest(REGISTRY).decode().splitlines()
    values = (line.rsplit(" ", 1) for line in lines if line.startswith("consent_"))
    return {name: float(value) for name, value in values if "_created" not in name}


def test_what_counts_nothing_takes_the_same_calls() -> None:
    for name in counters():
        off, on = getattr(Metrics, name), getattr(PrometheusMetrics, name)
        assert off is not on, name
        assert inspect.signature(off) == inspect.signature(on), name


def test_each_call_changes_its_own_metric() -> None:
    assert set(METRICS) | {"cache"} == set(counters())
    metrics = PrometheusMetrics()
    for name, (arguments, metric) in METRICS.items():
        before = samples()
        getattr(metrics, name)(*arguments)
        after = samples()
        changed = {sample for sample in after if after[sample] != before.get(sample, 0.0)}
        assert {sample.partition("{")[0] for sample in changed} <= families(metric), name
        assert any(sample.startswith(metric) for sample in changed), name


def test_a_cache_counts_hits_and_misses_separately() -> None:
    hit, miss = (
        f'consent_cache_requests_total{{cache="banners",result="{result}"}}'
        for result in ("hit", "miss")
    )
    before = samples()
    metrics = PrometheusMetrics()
    for is_hit in (True, True, False):
        metrics.cache("banners", hit=is_hit)
    after = samples()
    assert after[hit] - before.get(hit, 0.0) == 2
    assert after[miss] - before.get(miss, 0.0) == 1
