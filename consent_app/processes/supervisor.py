"""Runs processes side by side: starts them, replaces those that die, and ends them gracefully.

Each web process has its own listening socket on the same port (SO_REUSEPORT), which this
process keeps open too. So connections that the kernel assigns to the socket of a process that has
died, or is being replaced, are not refused. They wait for the successor, or for half a second,
after which the other processes take them over. Processes are forked from one that has built the
application (``consent_app.processes.forks``).
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from consent_app.processes.failures import Failures
from consent_app.processes.forks import Forked, ForkError, ForkServer, Order, adopt_orphans
from consent_app.processes.service_manager import report_reload
from consent_app.processes.shutdown import GRACE_SECONDS, Stopping
from consent_app.server.listener import SETTLE_SECONDS, drop_new_connections

log = logging.getLogger(__name__)

START_SECONDS = 120.0
LOOK_SECONDS = 0.1
RETIRE_SECONDS = 1.0
"""How long the next replacement waits for a process that is still finishing its work."""


class StartFailedError(RuntimeError):
    """A process ended before it was ready. It has logged why."""

    def __init__(self, name: str, status: int) -> None:
        self.status = status
        super().__init__(f"{name} did not start (exit status {status}).")


@dataclass(slots=True)
class ProcessSlot:
    """A process to keep running. ``listener`` is the socket that it serves."""

    order: Order
    listener: socket.socket | None = None
    process: Forked | None = field(default=None, init=False)
    failures: Failures = field(default_factory=Failures, init=False)


class Supervisor:
    """Keeps a process running for each order until ``stopping`` is requested.

    Create it before other threads are started. ``run`` is called once, in the same thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        slots: Sequence[ProcessSlot],
        stopping: Stopping,
        *,
        first: Order | None = None,
        on_exit: Callable[[int], None] = lambda process_id: None,
    ) -> None:
        """``command`` starts the fork server. ``first`` is carried out and ends before the others
        start. ``on_exit`` is called with the id of each process that has ended."""
        self._command = command
        self._slots = slots
        self._listeners = [slot.listener for slot in slots if slot.listener is not None]
        self._on_exit = on_exit
        self._first = first
        self._preparing: Forked | None = None
        self._stopping = stopping
        self._hung_up = threading.Event()
        self._retiring: list[tuple[Forked, float]] = []
        self._server_failures = Failures()
        adopt_orphans()
        # Their listeners are closed to new connections for half a second before they end.
        stopping.limit = SETTLE_SECONDS + GRACE_SECONDS + 1
        stopping.on_hangup(self._hung_up.set)
        stopping.on_announced(self._announce)
        stopping.on_second(self._kill)
        self._server = self._start_server()

    def run(self) -> None:
        """Start everything, and return once everything has ended.

        Raises StartFailedError if a process does not become ready at the first start.
        """
        try:
            if self._start_all():
                self._stopping.report_ready()
            else:
                log.info("Asked to stop before everything had started.")
            while not self._stopping.requested.wait(LOOK_SECONDS):
                self._check_server()
                for slot in self._slots:
                    self._check_slot(slot)
                self._check_retiring()
                if self._hung_up.is_set():
                    self._hung_up.clear()
                    report_reload()
                    self._stopping.report_ready(self._replace_all())
        finally:
            self._end()

    def _start_server(self) -> ForkServer:
        self._server_failures.started = time.monotonic()
        return ForkServer(self._command)

    def _wait_for_server(self) -> bool:
        return self._server.wait_until_ready(self._is_stopping, START_SECONDS)

    def _renew_server(self) -> bool:
        try:
            self._server = self._start_server()
            return True
        except OSError as error:
            # Such as no memory for a process, or no interpreter in the middle of an upgrade.
            log.error("The fork server could not be started: %s.", error)
            return False

    def _start_all(self) -> bool:
        """Return whether everything has started: False if asked to stop before."""
        if not self._wait_for_server():
            if not self._is_stopping():
                raise StartFailedError("The fork server", self._server.wait())
            return False
        if self._first is not None and not self._is_stopping():
            self._carry_out(self._first)
        if self._is_stopping():
            return False
        # The first alone at first, so that an unavailable database is logged once.
        for slots in (self._slots[:1], self._slots[1:]):
            started = [(slot.order.name, self._fork(slot)) for slot in slots]
            for name, process in started:
                if process.wait_until_ready(self._is_stopping, START_SECONDS):
                    continue
                if self._is_stopping():
                    return False
                raise StartFailedError(name, process.wait(START_SECONDS) or 1)
        return True

    def _carry_out(self, order: Order) -> None:
        """Wait until an order is carried out, even if the supervisor is asked to stop."""
        self._preparing = process = self._server.fork(order)
        while (status := process.wait(LOOK_SECONDS)) is None:
            pass
        self._preparing = None
        self._on_exit(process.pid)
        if status:
            raise StartFailedError(order.name, status)

    def _is_stopping(self) -> bool:
        return self._stopping.requested.is_set()

    def _fork(self, slot: ProcessSlot) -> Forked:
        """Start a new process. Raises ForkError."""
        listener = slot.listener
        sockets = []
        if listener is not None:
            others = [other for other in self._listeners if other is not listener]
            sockets = [listener.fileno(), *(other.fileno() for other in others)]
        slot.failures.started = time.monotonic()
        slot.process = self._server.fork(slot.order, sockets)
        return slot.process

    def _check_server(self) -> None:
        status, now = self._server.poll(), time.monotonic()
        if status is None:
            return
        if not self._server_failures.restart_at:
            log.error("The fork server (process %d) ended with %d.", self._server.pid, status)
            self._server_failures.note(now)
        if now >= self._server_failures.restart_at:
            self._server_failures.restart_at = 0.0
            self._close(self._server)
            if not self._renew_server():
                self._server_failures.note(now)
                return
            self._wait_for_server()

    def _close(self, server: ForkServer) -> None:
        server.close()
        self._on_exit(server.pid)

    def _check_slot(self, slot: ProcessSlot) -> None:
        """Replace the process of a slot if it has ended, with growing delays while it fails at
        start."""
        process, now = slot.process, time.monotonic()
        if process is not None:
            if (status := process.poll()) is None:
                return
            log.error("%s (process %d) ended with %d.", slot.order.name, process.pid, status)
            self._on_exit(process.pid)
            slot.process = None
            slot.failures.note(now)
        if now >= slot.failures.restart_at and self._server.poll() is None:
            # If it stays alive, it has become ready.
            try:
                self._fork(slot)
            except ForkError as error:
                log.error("%s.", str(error).capitalize())
                slot.failures.note(now)
                return
            self._log_start(slot)

    def _log_start(self, slot: ProcessSlot) -> None:
        assert slot.process is not None
        log.info("%s is process %d now.", slot.order.name, slot.process.pid)

    def _replace_all(self) -> str:
        """Replace the fork server, then one process after the other. A new process is ready and
        able before the old one is asked to end, and both serve the same socket in the meantime.

        Returns why not all were replaced, otherwise an empty text.
        """
        former = self._server
        if not (self._renew_server() and self._wait_for_server()):
            return self._keep(former)
        for slot in self._slots:
            old = slot.process
            try:
                new = self._fork(slot)
                is_ready = new.wait_until_ready(self._is_stopping, START_SECONDS) and new.is_able
            except ForkError:
                is_ready = False
            if not is_ready:
                if slot.process is not None and slot.process is not old:
                    self._retire(slot.process)
                slot.process = old
                return self._keep(former, slot.order.name)
            self._log_start(slot)
            if old is not None:
                self._retire(old)
        self._close(former)
        return ""

    def _keep(self, former: ForkServer, name: str = "fork server") -> str:
        reason = f"A new {name} did not start; the former one keeps running."
        if not self._is_stopping():
            log.error("%s", reason)
        if self._server is not former:
            self._close(self._server)
        self._server = former
        return reason

    def _retire(self, process: Forked) -> None:
        """Ask a process to end, and wait for it for RETIRE_SECONDS at most."""
        process.end()
        self._retiring.append((process, time.monotonic() + GRACE_SECONDS + 1.5))
        until = time.monotonic() + RETIRE_SECONDS
        while process.poll() is None and time.monotonic() < until and not self._is_stopping():
            time.sleep(0.02)
        self._check_retiring()

    def _check_retiring(self) -> None:
        for retiring in tuple(self._retiring):
            process, deadline = retiring
            if process.poll() is None and time.monotonic() > deadline:
                log.warning("Process %d did not end in time and was killed.", process.pid)
                process.kill()
                process.wait(1)
            if process.poll() is not None:
                self._retiring.remove(retiring)
                self._on_exit(process.pid)

    def _running(self) -> list[Forked]:
        return [
            *(slot.process for slot in self._slots if slot.process is not None),
            *(process for process, _ in self._retiring),
        ]

    def _announce(self) -> None:
        for process in self._running():
            process.announce()

    def _kill(self) -> None:
        preparing = [self._preparing] if self._preparing is not None else []
        for process in (*preparing, *self._running()):
            process.kill()

    def _end(self) -> None:
        # Not closed before all have ended, so that no established connection is reset.
        drop_new_connections(self._listeners)
        if self._listeners and self._is_stopping():
            time.sleep(SETTLE_SECONDS)
        running = self._running()
        for process in running:
            process.end()
        deadline = time.monotonic() + GRACE_SECONDS + 0.5
        for process in running:
            if process.wait(max(0.0, deadline - time.monotonic())) is None:
                log.warning("Process %d did not end in time and was killed.", process.pid)
                process.kill()
                process.wait(1)
        self._close(self._server)
        for listener in self._listeners:
            listener.close()
