"""Orders to a process that forks programs of Python (``tests/support/warm_template.py``)."""

from __future__ import annotations

import inspect
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, AnyStr

import consent_app
from tests.support.processes import end_with_parent

MAX_MESSAGE = 128 * 1024
_MAX_FILES = 16
_EXECUTED = inspect.signature(getattr(subprocess.Popen, "_execute_child"))  # noqa: B009

_EARLY = ("PYTHON", "LD_", "LC_", "LANG", "MALLOC_", "GLIBC_", "OPENSSL_", "TZ")
"""Beginnings of the variables that a process reads when it starts, or when it imports."""

_FORKED_WITH = {
    "executable": None,
    "close_fds": True,
    "shell": False,
    "restore_signals": True,
    "gid": None,
    "gids": None,
    "uid": None,
    "umask": -1,
    "process_group": -1,
}
"""The options of a process that can be forked, besides those in its order."""


@dataclass(frozen=True)
class Order:
    """A program to run: ``kind`` is ``-m`` or ``-c``, as for Python."""

    kind: str
    program: str
    arguments: list[str]
    environ: dict[str, str]
    folder: str
    umask: int
    max_files: tuple[int, int]
    parent: int
    is_safe_path: bool
    ends_with_parent: bool
    starts_session: bool
    numbers: list[int]
    """The numbers that the files sent along get."""

    def has_fork_server(self) -> bool:
        """Return whether the program starts ``consent-app fork-server``."""
        return (
            self.program == "consent_app.cli"
            and self.arguments[:1] in (["serve"], ["web"])
            and self.environ.get("CONSENT_WORKERS") != "1"
            and self.arguments[1:] != ["--workers", "1"]
        )


def send(control: socket.socket, order: Order, files: Sequence[int]) -> None:
    """Send an order. Raises OSError, for example for a very large environment."""
    socket.send_fds(control, [json.dumps(asdict(order)).encode()], files)


def receive(control: socket.socket) -> tuple[Order, list[int]] | None:
    """Return the next order and its files; None if no other comes."""
    message, files, _, _ = socket.recv_fds(control, MAX_MESSAGE, _MAX_FILES)
    return (Order(**json.loads(message)), files) if message else None


def early(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that matter before a program runs."""
    return {name: value for name, value in environ.items() if name.startswith(_EARLY)}


def order_of(arguments: Mapping[str, Any]) -> Order | None:
    """Return the order for these arguments of a process to execute; None if it must be executed."""
    if any(arguments.get(name, value) != value for name, value in _FORKED_WITH.items()):
        return None
    command = arguments["args"]
    if isinstance(command, str | bytes | os.PathLike):
        return None
    python, *words = map(os.fspath, command)
    is_safe_path = words[:1] == ["-P"]
    words = words[is_safe_path:]
    folder = os.path.abspath(arguments["cwd"] or ".")
    if (
        python != sys.executable
        or words[:1] not in (["-m"], ["-c"])
        or arguments["preexec_fn"] not in (None, end_with_parent)
        or not os.path.isdir(folder)
        or _has_other_code(folder)
    ):
        return None
    return Order(
        *(words[0], words[1], words[2:]),
        environ=dict(os.environ if arguments["env"] is None else arguments["env"]),
        folder=folder,
        umask=_umask(),
        max_files=resource.getrlimit(resource.RLIMIT_NOFILE),
        parent=os.getpid(),
        is_safe_path=is_safe_path,
        ends_with_parent=arguments["preexec_fn"] is not None,
        starts_session=arguments["start_new_session"],
        numbers=[0, 1, 2, *arguments["pass_fds"]],
    )


def _has_other_code(folder: str) -> bool:
    # A copy of the service, as some tests make it.
    code = Path(folder, "consent_app")
    return code.exists() and not code.samefile(Path(consent_app.__file__).parent)


def _umask() -> int:
    # Asking the system changes it for a moment.
    (line,) = (
        line
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith("Umask:")
    )
    return int(line.split()[1], 8)


class OrderedProcess(subprocess.Popen[AnyStr]):
    """A process that another one forks if it can, and that is executed otherwise."""

    def fork(self, order: Order, files: Sequence[int]) -> int | None:
        """Have it forked, with these files. Return its id; None if it must be executed."""
        raise NotImplementedError

    def _execute_child(self, *values: Any, **named: Any) -> None:
        arguments: Mapping[str, Any] = _EXECUTED.bind(self, *values, **named).arguments
        order = order_of(arguments) if sys.platform == "linux" else None
        pid = None
        if order is not None:
            streams = zip(("p2cread", "c2pwrite", "errwrite"), range(3), strict=True)
            files: list[int] = [
                arguments[name] if arguments[name] >= 0 else number for name, number in streams
            ]
            with suppress(OSError):
                pid = self.fork(order, [*files, *arguments["pass_fds"]])
        if pid is None:
            super()._execute_child(*values, **named)  # type: ignore[misc]
            return
        self.pid = pid
        self._child_created = True
        pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(arguments[name] for name in pipes))  # type: ignore[attr-defined]
