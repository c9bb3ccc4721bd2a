"""``python -m tests.support.warm_template CONTROL``: forks programs that need not import anything.

It imports the service once, and does nothing else: it has one thread, opens no file, and sets up
neither settings nor logging. ``tests/support/warm_process.py`` sends it orders through the socket
CONTROL. A forked process sets itself up as a new interpreter would, and runs the program.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import importlib
import io
import os
import pkgutil
import resource
import runpy
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, TextIO

import consent_app
from consent_app.processes import forks
from tests.support.processes import end_with_parent
from tests.support.warm_orders import Order, OrderedProcess, receive, send

NOT_IMPORTED = frozenset(
    [
        "consent_app.cli.__main__",
        # What they import reads the environment.
        "consent_app.metrics.prometheus",
        "consent_app.traces.opentelemetry",
        # Large, and no command needs it when it starts.
        "consent_app.payments.stripe_client",
    ]
)


def import_all() -> None:
    """Import the modules of the service, and what they import."""
    for module in pkgutil.walk_packages(consent_app.__path__, "consent_app."):
        if module.name not in NOT_IMPORTED:
            importlib.import_module(module.name)


def wait_for_order(control: socket.socket) -> Order | None:
    """Fork a process for each order. Returns in such a process; None at the end, in this one."""
    while (received := receive(control)) is not None:
        order, files = received
        reply = _fork(order)
        if reply is None:
            _take(files, order.numbers)
            _set_up(order)
            return order
        for file in files:
            os.close(file)
        control.sendall(reply)
    return None


def _fork(order: Order) -> bytes | None:
    """Fork a process that becomes a child of ``order.parent``; return its id, None in itself.

    Its first parent ends at once, and ``order.parent`` adopts orphans at this moment.
    """
    reading, writing = os.pipe()
    middle = os.fork()
    if not middle:
        middle = os.getpid()
        if os.fork():
            os._exit(0)
        while os.getppid() == middle:
            time.sleep(0.0002)
        # Only the adopting process may end it.
        if order.ends_with_parent:
            end_with_parent()
        if os.getppid() != order.parent:
            os._exit(1)
        os.write(writing, b"%d" % os.getpid())
        return None
    os.close(writing)
    os.waitpid(middle, 0)
    pid = os.read(reading, 16)
    os.close(reading)
    return pid or b"0"


def _take(files: Iterable[int], numbers: Sequence[int]) -> None:
    """Give the files these numbers, and close all others but the standard streams."""
    copies = [fcntl.fcntl(file, fcntl.F_DUPFD, max(numbers) + 1) for file in files]
    for copy, number in zip(copies, numbers, strict=True):
        os.dup2(copy, number)
    for number in map(int, os.listdir("/proc/self/fd")):
        if number > 2 and number not in numbers:
            with suppress(OSError):
                os.close(number)


def _set_up(order: Order) -> None:
    """Give this process what its parent would have given to a new one."""
    if order.starts_session:
        os.setsid()
    os.umask(order.umask)
    os.chdir(order.folder)
    resource.setrlimit(resource.RLIMIT_NOFILE, order.max_files)
    os.environ.clear()
    os.environ.update(order.environ)
    # The place of the program's own folder.
    sys.path[:1] = [] if order.is_safe_path else [order.folder if order.kind == "-m" else ""]
    sys.stdin = sys.__stdin__ = _stream(0, "r", sys.stdin)
    sys.stdout = sys.__stdout__ = _stream(1, "w", sys.stdout)
    sys.stderr = sys.__stderr__ = _stream(2, "w", sys.stderr)


def _stream(number: int, mode: str, like: TextIO) -> TextIO:
    """Return a standard stream like that of this process, but for another file."""
    is_unbuffered = like.write_through  # type: ignore[attr-defined]
    size = 0 if is_unbuffered and mode == "w" else -1
    binary = os.fdopen(number, f"{mode}b", size, closefd=False)
    getattr(binary, "raw", binary).name = like.name
    stream = io.TextIOWrapper(
        binary,
        like.encoding,
        like.errors,
        newline="\n",
        line_buffering=not is_unbuffered and (number == 2 or binary.isatty()),
        write_through=is_unbuffered,
    )
    stream.mode = mode
    return stream


class Spare:
    """A process for the fork server of a supervisor, whose child it has to be."""

    def __init__(self, control: socket.socket, pid: int) -> None:
        self._control, self._pid = control, pid

    def use(self, order: Order, files: Sequence[int]) -> int | None:
        """Have it run a program. Return its id; None if it runs one already, or has ended."""
        with self._control as control:
            send(control, order, files)
        return self._pid


def keep_spare() -> Order | None:
    """Fork a process that waits for the order to become the fork server.

    Returns None in this process, which is going to be the supervisor, and the order in the other.
    """
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid:
        its.close()
        spare = Spare(ours, pid)

        class FromSpare(OrderedProcess[bytes]):
            def fork(self, order: Order, files: Sequence[int]) -> int | None:
                return spare.use(order, files)

        setattr(forks, "subprocess", SimpleNamespace(Popen=FromSpare))  # noqa: B010
        return None
    ours.close()
    received = receive(its)
    if received is None:
        os._exit(0)
    order, files = received
    _take(files, order.numbers)
    _set_up(order)
    return order


def run(order: Order) -> None:
    """Run the program, and end this process.

    As an interpreter does, this waits for threads and closes what the program has left open. It
    does not take apart the imported modules, which is slower than many programs.
    """
    status: object = None
    try:
        _execute(order)
    except SystemExit as ended:
        status = ended.code
    getattr(threading, "_shutdown")()  # noqa: B009
    getattr(atexit, "_run_exitfuncs")()  # noqa: B009
    gc.collect()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        if status is None or isinstance(status, int):
            os._exit((status or 0) & 0xFF)
    sys.exit(status)  # type: ignore[arg-type]


def _execute(order: Order) -> None:
    sys.argv = [order.program if order.kind == "-m" else "-c", *order.arguments]
    if order.kind == "-m":
        runpy.run_module(order.program, run_name="__main__", alter_sys=True)
        return
    main: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__}
    exec(compile(order.program, "<string>", "exec"), main)


def main() -> None:
    """Serve orders, and carry out one in each forked process."""
    control = socket.socket(fileno=int(sys.argv[1]))
    former = signal.pthread_sigmask(signal.SIG_BLOCK, forks.GROUP_SIGNALS)
    import_all()
    gc.collect()
    gc.freeze()
    order = wait_for_order(control)
    if order is None:
        return
    control.detach()
    if order.has_fork_server() and (fork_server := keep_spare()) is not None:
        # It starts with these signals blocked.
        order = fork_server
    else:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)
    run(order)


if __name__ == "__main__":
    main()
