"""Traces that are off take the calls of those that are on, and do nothing."""

from __future__ import annotations

import inspect

import pytest
from sqlalchemy import create_engine, text

from consent_app.traces import traces
from consent_app.traces.traces import Span, Traces


@pytest.mark.parametrize("name", ["Span", "Traces"])
def test_both_take_the_same_calls(name: str) -> None:
    opentelemetry = pytest.importorskip("consent_app.traces.opentelemetry")
    off, on = getattr(traces, name), getattr(opentelemetry, f"OpenTelemetry{name}")
    for method, _ in inspect.getmembers(off, inspect.isfunction):
        former, latter = getattr(off, method), getattr(on, method)
        assert former is not latter, method
        assert inspect.signature(former) == inspect.signature(latter), method


def test_a_request_and_a_job_run_without_a_trace() -> None:
    off = Traces()
    engine = create_engine("sqlite://")
    off.watch(engine)
    off.start()
    with off.request("GET", {"traceparent": "00-" + "1" * 32 + "-" + "2" * 16 + "-01"}) as span:
        span.name("GET /v1/domains")
        span.note("http.response.status_code", 200)
        assert type(span) is Span
    with off.job("mail.send") as span, engine.connect() as connection:
        connection.execute(text("SELECT 1"))
        span.fail()
    off.stop()
    engine.dispose()
    assert not off.enabled
