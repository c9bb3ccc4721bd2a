"""Tracing of a process. Without ``consent.trace_endpoint`` nothing is traced or imported.

Spans contain methods, the contract's routes, statuses, request ids, the verbs and tables of
statements, and kinds of jobs. They contain neither credentials nor data of visitors or people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Engine


class Span:
    """A request or a job in progress; this one is not recorded."""

    def name(self, name: str) -> None:
        """Rename the span: the route of a request is known only after the span has begun."""

    def note(self, name: str, value: str | int) -> None:
        """Add an attribute."""

    def fail(self) -> None:
        """Mark the span as failed, without the reason, which may repeat a request's values."""


class Traces:
    """Traces nothing. Used if traces are off."""

    enabled = False

    def start(self) -> None:
        """Begin to send. For each process that does the work itself, after any fork."""

    def stop(self) -> None:
        """Send waiting spans, for a few seconds at most."""

    def watch(self, engine: Engine) -> None:
        """Have each statement of an engine be a span of the request or job that it belongs to."""

    @contextmanager
    def request(self, method: str, parent: Mapping[str, str]) -> Iterator[Span]:
        """Trace a request. ``parent`` has the headers of its caller's trace (W3C Trace Context)."""
        yield Span()

    @contextmanager
    def job(self, kind: str) -> Iterator[Span]:
        """Trace a job."""
        yield Span()
