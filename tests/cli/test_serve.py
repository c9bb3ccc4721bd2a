"""``consent-app serve`` and the ways it ends, with real processes."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from consent_app.processes.shutdown import GRACE_SECONDS
from consent_app.security.passwords import Capacity
from consent_app.server.listener import listen
from tests.support.databases import Databases
from tests.support.factories import unique
from tests.support.harness import SECRET_KEYS
from tests.support.processes import end_with_parent, free_port
from tests.support.warm_process import WarmProcess, run_warm

END_SECONDS = 60
SERVE = [sys.executable, "-m", "consent_app.cli", "serve"]


class Service:
    """A service in its own process group, started with ``command`` (``serve`` or make)."""

    starts: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen

    def __init__(self, command: list[str], project: Path, url: str, folder: Path) -> None:
        self.port = free_port()
        self.log = folder / "log"
        self.sent = threading.Semaphore(0)
        environ = {
            "PORT": str(self.port),
            "CONSENT_ENVIRONMENT": "development",
            "CONSENT_DATABASE_URL": url,
            "CONSENT_VAR_DIR": str(folder / "var"),
            "CONSENT_SECRET_KEYS": SECRET_KEYS,
        }
        with self.log.open("wb") as output:
            self.process = self.starts(
                command,
                cwd=project,
                env=os.environ | environ,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        self.group = self.process.pid

    def wait_until_up(self) -> None:
        deadline = time.monotonic() + 60
        while not {"Serving", "Working"} <= set(self.log.read_text().split()):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def members(self) -> dict[int, str]:
        """Return the processes of the group that still run: their names by id."""
        values = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                state, _, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
                if int(group) == self.group and state != "Z":
                    values[int(folder.name)] = (folder / "comm").read_text().strip()
            except (FileNotFoundError, ProcessLookupError):
                continue
        return values

    def child(self, name: str) -> int:
        (pid,) = (pid for pid, item in self.members().items() if item == name)
        return pid

    def wait_until_gone(self) -> float:
        """Wait until the process group is empty; return how many seconds that took."""
        started = time.monotonic()
        while self.members():
            self.process.poll()
            assert time.monotonic() - started < END_SECONDS, (self.members(), self.log.read_text())
            time.sleep(0.02)
        return time.monotonic() - started

    def kill(self) -> None:
        for pid in self.members():
            os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def register(self) -> bool:
        """Return whether it was answered: that the machine is too busy to hash is an answer too,
        after the time that hashing waits."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        body = {"email": f"{unique()}@example.org", "password": "a long enough password"}
        began = time.monotonic()
        connection.request(
            "POST", "/v1/auth/register", json.dumps(body), {"Content-Type": "application/json"}
        )
        self.sent.release()
        response = connection.getresponse()
        response.read()
        connection.close()
        is_late = time.monotonic() - began >= Capacity().wait_seconds
        return response.status == 201 or (response.status == 503 and is_late)

    def wait_until_sent(self, count: int) -> None:
        """Wait until that many registrations have been sent to the service."""
        for _ in range(count):
            assert self.sent.acquire(timeout=30)


class WarmService(Service):
    """``serve`` without the start of an interpreter."""

    starts = WarmProcess


@contextmanager
def service(project: Path, url: str, folder: Path, *command: str) -> Iterator[Service]:
    kind = Service if command else WarmService
    running = kind(list(command) or SERVE, project, url, folder)
    try:
        running.wait_until_up()
        yield running
    finally:
        running.kill()


@pytest.fixture
def started(project: Path, databases: Databases, tmp_path: Path) -> Iterator[Service]:
    """A running service on SQLite: how processes end is the same on both databases."""
    with service(project, databases.fresh("sqlite"), tmp_path) as running:
        yield running


def refused(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_sigterm_ends_all_with_requests_in_flight_answered(started: Service) -> None:
    # The supervisor, what it forks from, a web process and a worker.
    assert len(started.members()) == 4
    with ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(started.register) for _ in range(6)]
        started.wait_until_sent(6)
        started.process.send_signal(signal.SIGTERM)
        assert [answer.result() for answer in answers] == [True] * 6
    assert started.process.wait(END_SECONDS) == 0
    assert started.members() == {}


def test_a_killed_supervisor_leaves_no_orphan(started: Service) -> None:
    started.process.kill()
    started.wait_until_gone()
    assert refused(started.port)


def test_a_child_that_dies_is_started_again(started: Service) -> None:
    dead = started.child("consent-worker")
    os.kill(dead, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while "consent-worker" not in {name for pid, name in started.members().items() if pid != dead}:
        assert time.monotonic() < deadline, started.log.read_text()
        time.sleep(0.05)
    assert f"worker (process {dead}) ended with -9." in started.log.read_text()
    started.process.send_signal(signal.SIGTERM)
    assert started.process.wait(END_SECONDS) == 0
    assert started.members() == {}


def test_a_second_signal_ends_at_once(started: Service) -> None:
    # A request that is never finished holds the server up for all of its grace.
    with socket.create_connection(("127.0.0.1", started.port)) as client:
        client.sendall(b"POST /v1/auth/register HTTP/1.1\r\n")
        time.sleep(0.3)
        os.killpg(started.group, signal.SIGINT)
        time.sleep(1.5)
        assert started.process.poll() is None
        os.killpg(started.group, signal.SIGINT)
        # The request has most of its grace left.
        assert started.wait_until_gone() < GRACE_SECONDS - 2


def test_an_endless_request_delays_the_stop_for_less_than_ten_seconds(started: Service) -> None:
    with socket.create_connection(("127.0.0.1", started.port)) as client:
        client.sendall(b"POST /v1/auth/register HTTP/1.1\r\n")
        time.sleep(0.3)
        started.process.send_signal(signal.SIGTERM)
        assert started.wait_until_gone() > GRACE_SECONDS - 0.5
    # Everything besides the grace period depends on the machine's speed.
    assert GRACE_SECONDS + 2 < 10


def test_sigterm_to_make_ends_all(project: Path, databases: Databases, tmp_path: Path) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make was not found: install make (apt-get install make)")
    makefile = tmp_path / "Makefile"
    makefile.write_text(f"serve:\n\t@exec {sys.executable} -m consent_app.cli serve\n")
    url = databases.fresh("sqlite")
    with service(project, url, tmp_path, make, "-f", str(makefile), "serve") as running:
        assert len(running.members()) == 5
        running.process.send_signal(signal.SIGTERM)
        running.wait_until_gone()


@pytest.fixture
def pair(
    project: Path, databases: Databases, dialect: str, tmp_path: Path
) -> Iterator[tuple[Service, Service]]:
    """Two services that were started at once on one new database."""
    url = databases.empty(dialect)
    for name in "ab":
        (tmp_path / name).mkdir()
    first, second = (Service(SERVE, project, url, tmp_path / name) for name in "ab")
    try:
        first.wait_until_up()
        second.wait_until_up()
        yield first, second
    finally:
        first.kill()
        second.kill()


def test_two_services_start_at_once_and_a_signal_to_a_whole_group_is_one_signal(
    pair: tuple[Service, Service],
) -> None:
    interrupted, _ = pair
    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(item.register) for item in pair for _ in range(4)]
        interrupted.wait_until_sent(4)
        os.killpg(interrupted.group, signal.SIGINT)
        assert [answer.result() for answer in answers] == [True] * 8
    assert interrupted.process.wait(END_SECONDS) == 0
    assert interrupted.members() == {}
    assert refused(interrupted.port)


def serve(project: Path, folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a service that is expected not to start."""
    settings = {
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_DATABASE_URL": f"sqlite:///{folder}/new.sqlite",
        "CONSENT_VAR_DIR": str(folder),
    }
    return run_warm(
        SERVE,
        cwd=project,
        env=os.environ | settings | environ,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_port_in_use_is_reported_before_anything_starts(project: Path, tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        ended = serve(project, tmp_path, PORT=str(port))
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == (
        f"consent-app: Port {port} of 127.0.0.1 is taken. Stop what listens there, or choose"
        f" another port: PORT={port + 1} in the environment, or consent.port.\n"
    )
    assert not (tmp_path / "new.sqlite").exists()


def test_an_unavailable_database_is_reported_without_its_password(
    project: Path, tmp_path: Path
) -> None:
    url = f"postgresql://someone:the-password@127.0.0.1:{free_port()}/consent"
    ended = serve(project, tmp_path, PORT=str(free_port()), CONSENT_DATABASE_URL=url)
    assert ended.returncode == 2
    assert ended.stderr.startswith("consent-app: The database does not answer: ")
    assert "the-password" not in ended.stderr
    assert "Traceback" not in ended.stderr


def test_production_names_the_setting_that_is_missing(project: Path, tmp_path: Path) -> None:
    ended = serve(project, tmp_path, CONSENT_ENVIRONMENT="production", PORT=str(free_port()))
    assert ended.returncode == 2
    assert ended.stderr.startswith("consent-app: consent.")
    assert "is not set" in ended.stderr
