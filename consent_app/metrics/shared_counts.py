"""The folder in which the processes of a service count, and the counts of those that have ended."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from consent_app.settings import Settings

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

PREFIX = "consent-metrics-"

MEMORY = "/dev/shm"  # noqa: S108 - the folder made in it is this user's own
"""The counts are files that are mapped into memory: where a disk is full, counting would end the
process (SIGBUS)."""

LOCK = "lock"
"""The file in the folder that a service locks for as long as it runs."""

ENTRY_BYTES = 28
"""What a file of counts needs at most for one, besides its name: two lengths, padding, the value
and a time (``prometheus_client.mmap_dict``)."""

log = logging.getLogger(__name__)

files_lock = threading.Lock()
"""Held while files are read, and while the counts of one are added to another: read in between,
they would be missing or counted twice, which Prometheus takes for a restart."""


@contextmanager
def shared_folder(settings: Settings) -> Iterator[None]:
    """Create the folder of the counts of this process and its children, if metrics are on.

    Enter it before anything that counts is imported.
    """
    if settings.metrics_port == 0 or FOLDER_VARIABLE in os.environ:
        yield
        return
    memory = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else tempfile.gettempdir()
    _remove_leftovers(Path(memory))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=memory))
    unnamed = folder / "unlocked"
    with unnamed.open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Only now: a service that starts at the same instant would take what is not locked for a
        # leftover.
        unnamed.rename(folder / LOCK)
        os.environ[FOLDER_VARIABLE] = str(folder)
        try:
            yield
        finally:
            del os.environ[FOLDER_VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(memory: Path) -> None:
    """Remove the folders of services that were killed: their counts would take memory for good."""
    for folder in memory.glob(f"{PREFIX}*"):
        try:
            # Anybody may write there: what another user made is neither opened nor removed.
            if folder.lstat().st_uid == os.getuid():
                with (folder / LOCK).open("rb") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder)
        except OSError as error:
            log.debug("%s is not removed: %s", folder, error)


def forget_process(process_id: int) -> None:
    """Drop the gauges of a process that has ended, and add its counts to those of all that ended
    before it: files that pile up would make each scrape slower.

    A process that cannot be added, because memory is short, keeps its files.
    """
    if FOLDER_VARIABLE not in os.environ:
        return
    from prometheus_client import multiprocess

    folder = Path(os.environ[FOLDER_VARIABLE])
    with files_lock:
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
