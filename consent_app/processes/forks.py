"""The fork server: processes forked from one that has already built the application.

Building the application takes seconds of CPU time, forking a process that has it takes
milliseconds. So a process that died is replaced immediately, however busy the machine is, and the
processes share the memory that none of them changes. The fork server does nothing else: it has no
other thread and no connection when it forks. At SIGHUP it is replaced, so that processes run the
new code with the new settings.

A forked process is the supervisor's own child (PR_SET_CHILD_SUBREAPER). It takes orders from a
pipe, and reports on another when it is ready.
"""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from consent_app.processes.shutdown import ANNOUNCE

GROUP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that may have reached the whole process group. The supervisor decides what to do about
them."""

ABLE, UNABLE = b"1", b"0"
"""What a process reports when it is ready: UNABLE if it cannot do its work yet, and would have to
wait for its database."""

_SET_CHILD_SUBREAPER = 36
_REPLY_SECONDS = 10.0
_MAX_FILES = 250
_LOOK_SECONDS = 0.02


class ForkError(RuntimeError):
    """The fork server did not fork, because it has died or memory is short."""


@dataclass(frozen=True, slots=True)
class Order:
    """A forked process to start: ``kind`` is its task, ``name`` appears in the list of
    processes, ``core`` is the core that it runs on."""

    kind: str
    name: str
    core: int | None = None


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a forked process: two pipes and the sockets, of which the first is its own.

    The first pipe carries its orders. It reports through the other one that it is ready."""

    orders: int
    ready: int
    sockets: tuple[int, ...]


@dataclass(slots=True)
class Forked:
    """A forked process, as seen by the supervisor."""

    pid: int
    _orders: int
    _ready: int
    status: int | None = field(default=None, init=False)
    is_able: bool = field(default=True, init=False)

    def wait_until_ready(self, stop: Callable[[], bool], seconds: float) -> bool:
        """Wait until the process reports that it is ready. False if it ended or ``stop`` returned
        true.

        Afterwards, ``is_able`` says whether it can do its work already.
        """
        deadline = time.monotonic() + seconds
        while not stop() and time.monotonic() < deadline:
            if select.select([self._ready], [], [], 0.1)[0]:
                # Closed without a report: the process has ended.
                report = os.read(self._ready, 1)
                self.is_able = report != UNABLE
                return bool(report)
        return False

    def poll(self) -> int | None:
        """Return the exit status, or the negative number of the signal that ended it; None
        before."""
        if self.status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                pid, status = self.pid, 1 << 8
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                self._close()
                os.close(self._ready)
        return self.status

    def wait(self, seconds: float) -> int | None:
        """Wait for the end of the process for ``seconds`` at most. Returns like ``poll``."""
        deadline = time.monotonic() + seconds
        while self.poll() is None and time.monotonic() < deadline:
            time.sleep(_LOOK_SECONDS)
        return self.status

    def announce(self) -> None:
        """Ask the process to announce that it will end."""
        if self._orders >= 0:
            with suppress(BrokenPipeError):
                os.write(self._orders, ANNOUNCE)

    def end(self) -> None:
        """Ask the process to finish its work and end."""
        self._close()

    def kill(self) -> None:
        """Kill the process."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def _close(self) -> None:
        if self._orders >= 0:
            os.close(self._orders)
            self._orders = -1


class ForkServer:
    """The fork server, as seen by the supervisor. ``command`` starts it. Raises OSError."""

    def __init__(self, command: Sequence[str]) -> None:
        self._control, child_end = socket.socketpair()
        self._control.settimeout(_REPLY_SECONDS)
        with child_end:
            number = child_end.fileno()
            # Before it ignores them, a signal to the whole group would interrupt its imports.
            former = signal.pthread_sigmask(signal.SIG_BLOCK, GROUP_SIGNALS)
            try:
                # -P: the service must not run modules of the folder in which it was started.
                program = [sys.executable, "-P", "-m", "consent_app.cli"]
                self._process = subprocess.Popen(  # noqa: S603 - this program itself
                    [*program, *command, "--control", str(number)],
                    pass_fds=[number],
                )
            except OSError:
                self._control.close()
                raise
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, former)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def wait_until_ready(self, stop: Callable[[], bool], seconds: float) -> bool:
        """Wait until the application is built. False if it ended, or if ``stop`` says so."""
        deadline = time.monotonic() + seconds
        while not stop() and time.monotonic() < deadline:
            if select.select([self._control], [], [], 0.1)[0]:
                with suppress(OSError):
                    return bool(self._control.recv(1))
                return False
        return False

    def fork(self, order: Order, sockets: Sequence[int] = ()) -> Forked:
        """Return a new process that carries out ``order``. Raises ForkError."""
        orders, orders_end = os.pipe()
        ready, ready_end = os.pipe()
        try:
            message = json.dumps(asdict(order)).encode()
            socket.send_fds(self._control, [message], [orders, ready_end, *sockets])
            pid = int(self._control.recv(16) or 0)
        except OSError:
            pid = 0
        finally:
            os.close(orders)
            os.close(ready_end)
        if not pid:
            os.close(orders_end)
            os.close(ready)
            raise ForkError(f"no process could be forked as {order.name}")
        return Forked(pid, orders_end, ready)

    def poll(self) -> int | None:
        """Return the exit status of the fork server; None while it runs."""
        return self._process.poll()

    def wait(self) -> int:
        """Wait for the end of the fork server and return its exit status."""
        return self._process.wait()

    def close(self) -> None:
        """Kill the fork server, which has no unfinished work. The processes that it forked
        continue."""
        self._control.close()
        self._process.kill()
        self._process.wait()


def adopt_orphans() -> None:
    """Make this process the parent of orphaned descendants.

    On systems other than Linux this does nothing, and exit statuses stay unknown.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def serve_forks(control: socket.socket, run: Callable[[Order, Files], int]) -> None:
    """Fork a process for each order from the other end of ``control``, until that is closed.

    ``run`` is called in each forked process and returns its exit status. Call this in a process
    that has one thread and no open connection.
    """
    for signal_number in GROUP_SIGNALS:
        signal.signal(signal_number, signal.SIG_IGN)
    # It was started with them blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, GROUP_SIGNALS)
    # Memory that the child's garbage collector leaves alone stays shared.
    gc.freeze()
    # The other end may be closed already, which ends the loop below.
    with suppress(BrokenPipeError, ConnectionResetError):
        control.sendall(b"1")
    while True:
        message, numbers, _, _ = socket.recv_fds(control, 4096, _MAX_FILES)
        if not message:
            return
        orders, ready, *sockets = numbers
        files = Files(orders, ready, tuple(sockets))
        pid = _fork(control, partial(run, Order(**json.loads(message)), files))
        for number in numbers:
            os.close(number)
        control.sendall(b"%d" % pid)


def name_process(name: str) -> None:
    """Set this process's name in ``ps`` and ``top``, at most 15 characters."""
    with suppress(OSError):
        Path("/proc/self/comm").write_text(name[:15])


def _fork(control: socket.socket, run: Callable[[], int]) -> int:
    """Fork a process whose parent ends immediately. Return its id, 0 if that failed."""
    reading, writing = os.pipe()
    middle = os.fork()
    if not middle:
        try:
            child = os.fork()
            if child:
                os.write(writing, b"%d" % child)
        except OSError:
            os._exit(1)
        if child:
            os._exit(0)
        for number in (reading, writing):
            os.close(number)
        control.close()
        _become(run)
    os.close(writing)
    os.waitpid(middle, 0)
    pid = int(os.read(reading, 16) or 0)
    os.close(reading)
    return pid


def _become(run: Callable[[], int]) -> None:
    status = 1
    try:
        status = run()
    except BaseException:
        traceback.print_exc()
    finally:
        logging.shutdown()
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
