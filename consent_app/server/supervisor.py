"""Runs processes side by side: starts them, replaces those that die, and ends them in good order.

Each web process has a listening socket of its own on the one port (SO_REUSEPORT), which this
process keeps open too: what the kernel gives to the socket of a process that has died, or that is
being replaced, is not refused. It waits for the successor, or for half a second, after which the
other processes take it over.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from consent_app.server.shutdown import GRACE_SECONDS, Stopping

log = logging.getLogger(__name__)

START_SECONDS = 120.0
LOOK_SECONDS = 0.1
STEADY_SECONDS = 10.0
"""A process that lived for less counts as failing at its start, and is waited with."""

LONGEST_WAIT = 30.0


class StartFailedError(RuntimeError):
    """A process ended before it was ready; it has said why itself."""

    def __init__(self, name: str, status: int) -> None:
        self.status = status
        super().__init__(f"{name} did not start (exit status {status}).")


@dataclass(slots=True)
class Place:
    """A process that is to run, with what it runs: ``command`` is this program's.

    ``listener`` is the socket that it serves, ``core`` the one it is pinned to.
    """

    name: str
    command: Sequence[str]
    listener: socket.socket | None = None
    core: int | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    started: float = field(default=0.0, init=False)
    failures: int = field(default=0, init=False)
    due: float = field(default=0.0, init=False)


class Supervisor:
    """Keeps a process in each place until ``stopping`` is requested.

    Make it before other threads are started; ``run`` is called once, in the same thread.
    """

    def __init__(
        self,
        places: Sequence[Place],
        stopping: Stopping,
        *,
        on_exit: Callable[[int], None] = lambda process_id: None,
    ) -> None:
        """``on_exit`` is called with the id of each process that has ended."""
        self._places = places
        self._on_exit = on_exit
        self._stopping = stopping
        self._hung_up = threading.Event()
        self._retiring: list[subprocess.Popen[bytes]] = []
        # Its writing end is this process's alone: however it ends, the others see it.
        self._theirs, self._ours = os.pipe()
        stopping.on_hangup(self._hung_up.set)

    def run(self) -> None:
        """Start everything, and return once all has ended.

        Raises StartFailedError when one does not become ready at the first start.
        """
        try:
            self._start_all()
            while not self._stopping.requested.wait(LOOK_SECONDS):
                for place in self._places:
                    self._look_after(place)
                if self._hung_up.is_set():
                    self._hung_up.clear()
                    self._replace_all()
        finally:
            self._end()

    def _start_all(self) -> None:
        readiness = [(place, self._start(place)) for place in self._places]
        for place, ready in readiness:
            if not self._wait(place, ready) and not self._stopping.requested.is_set():
                assert place.process is not None
                raise StartFailedError(place.name, place.process.wait())

    def _start(self, place: Place) -> int:
        """Start the process of a place; return the pipe on which it says that it is ready."""
        ready, theirs = os.pipe()
        options = ["--parent", str(self._theirs), "--ready", str(theirs)]
        passed = [self._theirs, theirs]
        if place.listener is not None:
            options += ["--socket", str(place.listener.fileno())]
            others = [
                other.listener.fileno()
                for other in self._places
                if other.listener is not None and other is not place
            ]
            options += [f"--neighbour={number}" for number in others]
            passed += [place.listener.fileno(), *others]
        if place.core is not None:
            options += ["--core", str(place.core)]
        place.process = subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-m", "consent_app.cli", *place.command, *options], pass_fds=passed
        )
        place.started = time.monotonic()
        os.close(theirs)
        return ready

    def _wait(self, place: Place, ready: int) -> bool:
        """Wait until the process says that it is ready. False when it ended, or all is to end."""
        deadline = time.monotonic() + START_SECONDS
        try:
            while not self._stopping.requested.is_set() and time.monotonic() < deadline:
                if select.select([ready], [], [], LOOK_SECONDS)[0]:
                    # Closed without a word: it has ended.
                    return bool(os.read(ready, 1))
            return False
        finally:
            os.close(ready)

    def _look_after(self, place: Place) -> None:
        """Start another process where one has ended, later and later where each fails at once."""
        process, now = place.process, time.monotonic()
        if process is not None:
            status = process.poll()
            if status is None:
                return
            place.failures = place.failures + 1 if now - place.started < STEADY_SECONDS else 0
            wait = min(2.0 ** (place.failures - 1), LONGEST_WAIT) if place.failures else 0.0
            log.error("%s (process %d) ended with %d.", place.name, process.pid, status)
            self._on_exit(process.pid)
            place.process, place.due = None, now + wait
        if now >= place.due:
            # Whether it becomes ready shows by its living on.
            os.close(self._start(place))
            assert place.process is not None
            log.info("%s is process %d now.", place.name, place.process.pid)

    def _replace_all(self) -> None:
        """Replace one process after the other: the new one is ready before the old one is asked
        to end, and both serve the one socket meanwhile.
        """
        for place in self._places:
            old = place.process
            ready = self._start(place)
            new = place.process
            assert new is not None
            is_ready = self._wait(place, ready)
            if not is_ready and not self._stopping.requested.is_set():
                log.error("A new %s did not start; the former goes on.", place.name)
                place.process, old = old, new
            elif is_ready:
                log.info("%s is process %d now.", place.name, new.pid)
            if old is not None:
                self._retire(old)
            if not is_ready:
                return

    def _retire(self, process: subprocess.Popen[bytes]) -> None:
        """Ask a process to end and wait for it, unless all is to end."""
        self._retiring.append(process)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS + 1.5
        while process.poll() is None and time.monotonic() < deadline:
            if self._stopping.requested.wait(LOOK_SECONDS):
                return
        _reap([process], 0.0)
        self._retiring.remove(process)
        self._on_exit(process.pid)

    def _end(self) -> None:
        # Before the others close theirs: nothing waits on a socket that nobody serves.
        for place in self._places:
            if place.listener is not None:
                place.listener.close()
        os.close(self._ours)
        running = [place.process for place in self._places if place.process is not None]
        _reap([*running, *self._retiring], time.monotonic() + GRACE_SECONDS + 0.5)
        os.close(self._theirs)


def _reap(processes: Sequence[subprocess.Popen[bytes]], deadline: float) -> None:
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.warning("Process %d did not end in time and was killed.", process.pid)
            process.kill()
            process.wait()
