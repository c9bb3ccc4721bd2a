"""Metrics that are off."""

from __future__ import annotations

import subprocess
import sys

from consent_app.metrics import make_metrics
from consent_app.metrics.metrics import Metrics
from tests.support.harness import Harness

SCRIPT = """
import sys
from consent_app.metrics import make_metrics
from consent_app.settings import read_settings
for port in sys.argv[1:]:
    options = {"consent.environment": "development", "consent.metrics_port": port}
    metrics = make_metrics(read_settings(options, {}))
    metrics.request("GET", "/v1/domains", 200, 0.01)
    print(type(metrics).__name__, metrics.enabled, "prometheus_client" in sys.modules)
"""


def test_a_process_that_counts_nothing_imports_nothing() -> None:
    command = [sys.executable, "-c", SCRIPT, "0", "9464"]
    completed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert completed.stdout.splitlines() == ["Metrics False False", "PrometheusMetrics True True"]


def test_they_are_off_unless_a_port_is_set(harness: Harness) -> None:
    settings = harness.application.settings
    assert settings.metrics_port == 0
    assert type(make_metrics(settings)) is Metrics
    assert type(harness.application.metrics) is Metrics
