"""The same counters with prometheus-client, in files that all processes of a machine share.

The library takes their folder from PROMETHEUS_MULTIPROC_DIR when it is imported
(``consent_app.metrics.exposition`` sets it). Each process writes its own files there, and the
process that is scraped sums them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from prometheus_client import Counter, Gauge, Histogram

from consent_app.metrics.metrics import Metrics

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Histogram(
    "consent_http_request_seconds",
    "Requests: seconds until the response began.",
    ("method", "route", "status"),
    buckets=SECONDS,
)
RECORDED = Counter("consent_receipts_recorded", "Receipts recorded.", ("action",))
JOBS = Histogram(
    "consent_job_seconds", "Attempted jobs: their duration in seconds.", ("kind", "outcome")
)
MAILS = Counter("consent_mails_sent", "Emails that the mail server accepted.")
CACHE = Counter("consent_cache_requests", "Looks into caches.", ("cache", "result"))
EXPORTS = Gauge("consent_exports_running", "Exports under way.", multiprocess_mode="livesum")
PASSWORDS = Gauge(
    "consent_password_evaluations",
    "Passwords and backup codes whose evaluation is running or waiting.",
    multiprocess_mode="livesum",
)
CONNECTIONS = Gauge(
    "consent_database_connections",
    "Connections to the database that are in use.",
    ("pool",),
    multiprocess_mode="livesum",
)


@cache
def _child(metric: Any, *labels: str) -> Any:
    # The library's own look-up takes a lock, and longer than the counting itself.
    return metric.labels(*labels)


class PrometheusMetrics(Metrics):
    """Counts. Labels are few: the contract's routes, actions, kinds of jobs."""

    enabled = True

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """See ``Metrics``."""
        _child(REQUESTS, method, route, str(status)).observe(seconds)

    def recorded(self, action: str) -> None:
        """See ``Metrics``."""
        _child(RECORDED, action).inc()

    def job(self, kind: str, outcome: str, seconds: float) -> None:
        """See ``Metrics``."""
        _child(JOBS, kind, outcome).observe(seconds)

    def mail_sent(self) -> None:
        """See ``Metrics``."""
        MAILS.inc()

    def cache(self, name: str, *, hit: bool) -> None:
        """See ``Metrics``."""
        _child(CACHE, name, "hit" if hit else "miss").inc()

    def exports(self, change: int) -> None:
        """See ``Metrics``."""
        EXPORTS.inc(change)

    def passwords(self, change: int) -> None:
        """See ``Metrics``."""
        PASSWORDS.inc(change)

    def connections(self, pool: str, change: int) -> None:
        """See ``Metrics``."""
        _child(CONNECTIONS, pool).inc(change)
