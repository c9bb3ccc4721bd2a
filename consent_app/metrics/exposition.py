"""``/metrics`` on a separate port: the sum over all processes, and the state of the queue."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consent_app.settings import Settings
from consent_app.version import version

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

MEMORY = "/dev/shm"  # noqa: S108 - the folder made in it is this user's own
"""The counts are files that are mapped into memory: where a disk is full, counting would end the
process (SIGBUS)."""


ANSWER_SECONDS = 3.0
"""How long a scrape waits for the database. Prometheus itself waits for ten seconds by default, and
would get no metrics at all while the database hangs."""

ENTRY_BYTES = 28
"""What a file of counts needs at most for one, besides its name: two lengths, padding, the value
and a time (``prometheus_client.mmap_dict``)."""

log = logging.getLogger(__name__)

_files_lock = threading.Lock()
"""Held while files are read, and while the counts of one are added to another: read in between,
they would be missing or counted twice, which Prometheus takes for a restart."""


@dataclass(frozen=True, slots=True)
class QueueState:
    """How many jobs are due and wait, for how many seconds the first has, how many are dead."""

    waiting: int
    oldest_seconds: float
    dead: int


@contextmanager
def shared_folder(settings: Settings) -> Iterator[None]:
    """Create the folder of the counts of this process and its children, if metrics are on.

    Enter it before anything that counts is imported.
    """
    if settings.metrics_port == 0 or FOLDER_VARIABLE in os.environ:
        yield
        return
    memory = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else None
    folder = tempfile.mkdtemp(prefix="consent-metrics-", dir=memory)
    os.environ[FOLDER_VARIABLE] = folder
    try:
        yield
    finally:
        del os.environ[FOLDER_VARIABLE]
        shutil.rmtree(folder, ignore_errors=True)


def forget_process(process_id: int) -> None:
    """Drop the gauges of a process that has ended, and add its counts to those of all that ended
    before it: files that pile up would make each scrape slower.

    A process that cannot be added, because memory is short, keeps its files.
    """
    if FOLDER_VARIABLE not in os.environ:
        return
    from prometheus_client import multiprocess

    folder = Path(os.environ[FOLDER_VARIABLE])
    with _files_lock:
        multiprocess.mark_process_dead(process_id)  # type: ignore[no-untyped-call]
        for kind in ("counter", "histogram"):
            file = folder / f"{kind}_{process_id}.db"
            if file.exists():
                try:
                    _add_counts(file, folder / f"{kind}_ended.db")
                except OSError as error:
                    log.warning("The counts of process %d keep their file: %s", process_id, error)


def _add_counts(file: Path, total: Path) -> None:
    from prometheus_client.mmap_dict import MmapedDict

    files = [former for former in (total, file) if former.exists()]
    counts: dict[str, float] = {}
    for former in files:
        values = MmapedDict.read_all_values_from_file(former)  # type: ignore[no-untyped-call]
        for key, value, *_ in values:
            counts[key] = counts.get(key, 0.0) + value
    new = total.with_suffix(".new")
    try:
        # Reserved, because writing to mapped memory that cannot be had ends the process.
        with new.open("wb") as reserved:
            os.posix_fallocate(reserved.fileno(), 0, sum(map(_size_of, counts), ENTRY_BYTES))
        written = MmapedDict(str(new))  # type: ignore[no-untyped-call]
        for key, value in counts.items():
            written.write_value(key, value, 0.0)  # type: ignore[no-untyped-call]
        written.close()  # type: ignore[no-untyped-call]
        new.replace(total)
    finally:
        new.unlink(missing_ok=True)
    file.unlink()


def _size_of(key: str) -> int:
    return len(key.encode()) + ENTRY_BYTES


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
        with _files_lock:
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
