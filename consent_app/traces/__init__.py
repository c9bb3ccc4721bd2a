"""Traces by OpenTelemetry: requests, their statements, and jobs, as a collector is sent them."""

from consent_app.settings import Settings
from consent_app.traces.traces import Traces


def make_traces(settings: Settings) -> Traces:
    """Return the tracer of a process with these settings."""
    if settings.trace_endpoint is None:
        return Traces()
    # Imported here: most installations have none of the packages.
    from consent_app.traces.opentelemetry import OpenTelemetryTraces

    return OpenTelemetryTraces(settings.trace_endpoint, settings.trace_percent)
