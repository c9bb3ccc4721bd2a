"""Programs of this service, forked from a process that has already imported it.

A new interpreter takes most of a second of CPU time to import the service. A test that needs a
command only as a means starts it with ``WarmProcess`` or ``run_warm``, which take the arguments of
``subprocess.Popen`` and ``subprocess.run``. A process that cannot be forked like that, for example
because of its environment, is executed. Tests about starting use ``subprocess``.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, AnyStr

from tests.support.processes import START_SECONDS, end_with_parent
from tests.support.warm_orders import Order, OrderedProcess, early, send

_PROJECT = Path(__file__).parent.parent.parent
_SET_CHILD_SUBREAPER = 36
_OWN = ("CONSENT_", "PG")
"""Beginnings of the variables of the service, which only the forked processes have."""


class Template:
    """The process that forks (``tests/support/warm_template.py``)."""

    def __init__(self) -> None:
        self._control, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(START_SECONDS)
        with its:
            number = its.fileno()
            self._environ = {
                name: value for name, value in os.environ.items() if not name.startswith(_OWN)
            }
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.warm_template", str(number)],
                cwd=_PROJECT,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                pass_fds=[number],
                preexec_fn=end_with_parent,
            )

    def suits(self, order: Order) -> bool:
        """Return whether it was started with the variables that matter at that time."""
        return early(order.environ) == early(self._environ)

    def fork(self, order: Order, files: Sequence[int]) -> int:
        """Fork a process, a child of this one. Raises OSError if it does not."""
        send(self._control, order, files)
        # The forked process is an orphan at first.
        _adopt_orphans(True)
        try:
            pid = int(self._control.recv(16) or 0)
        finally:
            _adopt_orphans(False)
        if not pid:
            raise ChildProcessError("The process was not forked.")
        return pid

    def close(self) -> None:
        """End it; the processes that it forked continue."""
        self._control.close()
        self.process.kill()
        self.process.wait()


class _Templates:
    def __init__(self) -> None:
        self._current: Template | None = None
        self._lock = threading.Lock()

    def get(self) -> Template:
        """Return the template of this process, a new one if the former has ended."""
        if self._current is None or self._current.process.poll() is not None:
            self.close()
            self._current = Template()
        return self._current

    def fork(self, order: Order, files: Sequence[int]) -> int | None:
        """Fork a process; return its id, None if it has to be executed."""
        with self._lock:
            template = self.get()
            if not template.suits(order):
                return None
            try:
                return template.fork(order, files)
            except OSError:
                # A late answer would be taken for that to another order.
                self.close()
                raise

    def close(self) -> None:
        if self._current is not None:
            self._current.close()
            self._current = None


TEMPLATES = _Templates()
atexit.register(TEMPLATES.close)


def _adopt_orphans(is_adopting: bool) -> None:
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, int(is_adopting), 0, 0, 0)


class WarmProcess(OrderedProcess[AnyStr]):
    """``subprocess.Popen`` for a command of this Python, without its start."""

    def fork(self, order: Order, files: Sequence[int]) -> int | None:
        """Have it forked from the template."""
        return TEMPLATES.fork(order, files)


def run_warm(
    command: Sequence[str],
    *,
    capture_output: bool = False,
    timeout: float | None = None,
    check: bool = False,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """``subprocess.run`` for a command of this Python, without its start."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with WarmProcess[Any](command, **options) as process:
        try:
            output, errors = process.communicate(timeout=timeout)
        except BaseException:
            process.kill()
            raise
    completed = subprocess.CompletedProcess(command, process.returncode, output, errors)
    if check:
        completed.check_returncode()
    return completed
