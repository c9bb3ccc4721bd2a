"""Metrics for Prometheus, and how they are summed over the processes of a machine."""

from consent_app.metrics.metrics import Metrics
from consent_app.settings import Settings


def make_metrics(settings: Settings) -> Metrics:
    """Return the metrics of a process with these settings."""
    if settings.metrics_port == 0:
        return Metrics()
    # Imported here: most processes do without.
    from consent_app.metrics.prometheus import PrometheusMetrics

    return PrometheusMetrics()
