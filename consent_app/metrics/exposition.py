"""``/metrics`` on a separate port: the sum over all processes, and the state of the queue."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from consent_app.metrics.shared_counts import files_lock
from consent_app.settings import Settings
from consent_app.version import version

ANSWER_SECONDS = 3.0
"""How long a scrape waits for the database. Prometheus itself waits for ten seconds by default, and
would get no metrics at all while the database hangs."""


@dataclass(frozen=True, slots=True)
class QueueState:
    """How many jobs are due and wait, for how many seconds the first has, how many failed and will
    be tried again, how many are dead."""

    waiting: int
    oldest_seconds: float
    failing: int
    dead: int


def serve_metrics(settings: Settings, queue: Callable[[], QueueState | None]) -> None:
    """Serve ``/metrics`` from a thread, if metrics are on. Raises OSError.

    ``queue`` queries the database; it returns None if the database is unavailable. It runs once at
    a time, and scrapes that come in the meantime share its result.
    """
    if settings.metrics_port == 0:
        return
    from prometheus_client import CollectorRegistry, start_http_server

    registry = CollectorRegistry()
    registry.register(_Processes())
    registry.register(_Queue(queue))
    start_http_server(settings.metrics_port, settings.metrics_host, registry)


class _Processes:
    """The counts of all processes, while none of them is moved to those that ended."""

    def __init__(self) -> None:
        from prometheus_client import multiprocess

        self._collector = multiprocess.MultiProcessCollector(None)  # type: ignore[no-untyped-call]

    def collect(self) -> Any:
        """Give the metrics of this instant."""
        with files_lock:
            return self._collector.collect()  # type: ignore[no-untyped-call]


class _Queue:
    """Metrics that are read at each scrape instead of counted."""

    def __init__(self, queue: Callable[[], QueueState | None]) -> None:
        self._queue = queue
        self._lock = threading.Lock()
        self._look: Future[QueueState | None] | None = None

    def describe(self) -> list[Any]:
        """Describe nothing, so that the library does not query the database at its start."""
        return []

    def collect(self) -> Iterator[Any]:
        """Give the metrics of this instant."""
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily

        yield InfoMetricFamily("consent_app", "The release.", {"version": version()})
        state = self._state()
        up = GaugeMetricFamily("consent_database_up", "Whether the database answers.")
        up.add_metric([], float(state is not None))
        yield up
        if state is None:
            return
        for name, text, value in (
            ("consent_jobs_waiting", "Jobs that are due and waiting.", state.waiting),
            (
                "consent_jobs_oldest_seconds",
                "How long the oldest job has waited, in seconds.",
                state.oldest_seconds,
            ),
            ("consent_jobs_failing", "Jobs that failed and will be tried again.", state.failing),
            ("consent_jobs_dead", "Jobs that failed for good.", state.dead),
        ):
            family = GaugeMetricFamily(name, text)
            family.add_metric([], float(value))
            yield family

    def _state(self) -> QueueState | None:
        with self._lock:
            if self._look is None or self._look.done():
                self._look = Future()
                # Not of a pool, whose threads the process would wait for at its end.
                threading.Thread(target=self._ask, args=(self._look,), daemon=True).start()
            look = self._look
        try:
            return look.result(ANSWER_SECONDS)
        except TimeoutError:
            return None

    def _ask(self, look: Future[QueueState | None]) -> None:
        try:
            look.set_result(self._queue())
        except BaseException as error:  # the scrape raises it
            look.set_exception(error)
