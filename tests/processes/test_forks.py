"""The fork server, with a task of a line instead of the application."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from consent_app.processes import forks
from consent_app.processes.forks import ForkError, ForkServer, Order
from tests.support.commands import write_ini

# Reports that it is ready, sends what it was told through its socket, and waits for its orders.
SCRIPT = """
import os, signal, socket, sys
from consent_app.processes.forks import serve_forks

def run(order, files):
    if order.kind == "broken":
        raise RuntimeError("broken")
    os.write(files.ready, b"1")
    own = socket.socket(fileno=files.sockets[0])
    own.sendall(f"{order.kind} {order.name} {len(files.sockets)} {os.getpid()}".encode())
    while os.read(files.orders, 1):
        own.sendall(b"announced")
    return 3

serve_forks(socket.socket(fileno=int(sys.argv[-1])), run)
"""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ForkServer]:
    """A running fork server."""

    def start(command: list[str], pass_fds: list[int]) -> subprocess.Popen[bytes]:
        control = command[command.index("--control") + 1]
        return subprocess.Popen(
            [sys.executable, "-c", SCRIPT, control], pass_fds=pass_fds, stderr=subprocess.DEVNULL
        )

    monkeypatch.setattr(forks, "subprocess", SimpleNamespace(Popen=start))
    server = ForkServer(["fork-server"])
    monkeypatch.undo()
    try:
        assert server.wait_until_ready(lambda: False, 30)
        yield server
    finally:
        server.close()


def received(own: socket.socket) -> str:
    own.settimeout(30)
    return own.recv(200).decode()


def test_a_process_gets_its_order_its_sockets_and_its_end(server: ForkServer) -> None:
    own, other = socket.socketpair()
    with own:
        with other:
            process = server.fork(Order("web", "web-1"), [other.fileno()])
        assert process.wait_until_ready(lambda: False, 30)
        assert received(own) == f"web web-1 1 {process.pid}"
        process.announce()
        assert received(own) == "announced"
        process.end()
        # It has closed its socket, as the last one that had it.
        assert received(own) == ""
        # Nobody is there any more for these.
        process.announce()
        process.kill()


def test_no_module_of_the_folder_where_it_is_started_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Anyone may write to /tmp, and a checkout has another release of consent_app.
    for name in ("click", "consent_app"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not the installed one')\n")
    started = []

    def start(command: list[str], pass_fds: list[int]) -> subprocess.Popen[bytes]:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(subprocess.Popen(command, pass_fds=pass_fds, cwd=tmp_path, **quiet))
        return started[-1]

    monkeypatch.setattr(forks, "subprocess", SimpleNamespace(Popen=start))
    server = ForkServer(["fork-server", "--help"])
    assert started[0].wait(30) == 0
    server.close()


def test_one_that_cannot_be_started_leaves_no_file_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str], pass_fds: list[int]) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(forks, "subprocess", SimpleNamespace(Popen=fail))
    before = os.listdir("/proc/self/fd")
    # The error keeps the frames, and these what they have opened.
    with pytest.raises(OSError, match="no memory"):
        ForkServer(["fork-server"])
    assert os.listdir("/proc/self/fd") == before


def test_it_closes_its_file_at_its_end(tmp_path: Path) -> None:
    own, other = socket.socketpair()
    with other:
        command = [sys.executable, "-m", "consent_app.cli", "fork-server"]
        process = subprocess.Popen(
            [*command, "--ini", write_ini(tmp_path), "--control", str(other.fileno())],
            pass_fds=[other.fileno()],
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONWARNINGS": "default::ResourceWarning"},
        )
    own.close()
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0


def test_a_process_that_fails_is_never_ready(server: ForkServer) -> None:
    process = server.fork(Order("broken", "broken"))
    assert not process.wait_until_ready(lambda: False, 30)


def test_waiting_ends_when_the_service_does(server: ForkServer) -> None:
    own, other = socket.socketpair()
    with own, other:
        process = server.fork(Order("web", "web-1"), [other.fileno()])
        assert received(own)
        assert not process.wait_until_ready(lambda: True, 30)
        process.end()


def test_a_signal_to_the_whole_group_does_not_end_it(server: ForkServer) -> None:
    for number in forks.GROUP_SIGNALS:
        os.kill(server.pid, number)
    own, other = socket.socketpair()
    with own, other:
        process = server.fork(Order("web", "web-1"), [other.fileno()])
        assert received(own)
        process.end()


def test_one_that_died_forks_nothing_and_says_so(server: ForkServer) -> None:
    os.kill(server.pid, signal.SIGKILL)
    assert server.wait() == -signal.SIGKILL
    with pytest.raises(ForkError, match="web-1"):
        server.fork(Order("web", "web-1"))
