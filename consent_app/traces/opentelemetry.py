"""Traces by OpenTelemetry's own packages, sent as protobuf over HTTP (OTLP)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection

from consent_app.traces.traces import Span, Traces
from consent_app.version import version

SERVICE = "consent-app"

_SEND_SECONDS = 5.0
_TABLE = re.compile(r'\b(?:FROM|INTO|UPDATE|JOIN)\s+"?([a-z_][a-z0-9_]*)', re.IGNORECASE)
_SPAN = "consent_span"
_PROPAGATOR = TraceContextTextMapPropagator()


class OpenTelemetrySpan(Span):
    """A span of the library's."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def name(self, name: str) -> None:
        """Call it ``name``."""
        self._span.update_name(name)

    def note(self, name: str, value: str | int) -> None:
        """Add an attribute."""
        self._span.set_attribute(name, value)

    def fail(self) -> None:
        """Mark it as failed."""
        self._span.set_status(trace.StatusCode.ERROR)


class OpenTelemetryTraces(Traces):
    """Sends spans to the collector at ``endpoint``.

    Of the requests that come without a trace ``percent`` in a hundred are traced; of the others
    those that their caller traces.
    """

    enabled = True

    def __init__(self, endpoint: str, percent: int) -> None:
        self._endpoint = f"{endpoint}/v1/traces"
        self._percent = percent
        self._provider: TracerProvider | None = None
        # Makes spans that are not exported, until ``start``.
        self._tracer: trace.Tracer = trace.NoOpTracer()

    def start(self) -> None:
        """Start sending, from a separate thread."""
        provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(self._percent / 100)),
            resource=Resource.create({"service.name": SERVICE, "service.version": version()}),
            shutdown_on_exit=False,
        )
        exporter = OTLPSpanExporter(self._endpoint, timeout=_SEND_SECONDS)
        provider.add_span_processor(BatchSpanProcessor(exporter))
        self._provider, self._tracer = provider, provider.get_tracer(SERVICE, version())

    def stop(self) -> None:
        """Send waiting spans, for a few seconds at most."""
        if self._provider is not None:
            self._provider.shutdown()

    def watch(self, engine: Engine) -> None:
        """Have each statement be a span, by its verb and its first table: never by its text."""
        event.listen(engine, "before_cursor_execute", self._begin_statement)
        event.listen(engine, "after_cursor_execute", _end_statement)
        event.listen(engine, "handle_error", _fail_statement)

    @contextmanager
    def request(self, method: str, parent: Mapping[str, str]) -> Iterator[Span]:
        """Trace a request."""
        context = _PROPAGATOR.extract(parent, Context()) if parent else Context()
        with self._span(method, trace.SpanKind.SERVER, context) as span:
            span.note("http.request.method", method)
            yield span

    @contextmanager
    def job(self, kind: str) -> Iterator[Span]:
        """Trace a job."""
        with self._span(f"job {kind}", trace.SpanKind.CONSUMER, Context()) as span:
            span.note("consent.job.kind", kind)
            yield span

    @contextmanager
    def _span(self, name: str, kind: trace.SpanKind, context: Context) -> Iterator[Span]:
        with self._tracer.start_as_current_span(
            name, context, kind=kind, record_exception=False, set_status_on_exception=False
        ) as span:
            wrapped = OpenTelemetrySpan(span)
            try:
                yield wrapped
            except BaseException:
                wrapped.fail()
                raise

    def _begin_statement(
        self, connection: Connection, cursor: Any, statement: str, *more: Any
    ) -> None:
        # Work outside requests and jobs, such as looking for jobs, is not traced.
        if not trace.get_current_span().is_recording():
            return
        verb = statement.lstrip("( \n").partition(" ")[0].upper()[:16]
        table = _TABLE.search(statement)
        summary = f"{verb} {table[1]}" if table else verb
        span = self._tracer.start_span(summary, kind=trace.SpanKind.CLIENT)
        span.set_attribute("db.system.name", connection.dialect.name)
        span.set_attribute("db.query.summary", summary)
        connection.info.setdefault(_SPAN, []).append(span)


def _end_statement(connection: Connection, *more: Any) -> None:
    for span in connection.info.pop(_SPAN, ()):
        span.end()


def _fail_statement(context: Any) -> None:
    if context.connection is not None:
        for span in context.connection.info.pop(_SPAN, ()):
            span.set_status(trace.StatusCode.ERROR)
            span.end()
