"""``consent-app web --workers 2``: two processes on one port, under a load of decisions."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from consent_app.application import utc_now
from tests.support.databases import Databases
from tests.support.factories import Site, accept_all, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.machine import needs_filters
from tests.support.processes import children_of, end_with_parent, free_port
from tests.support.secrecy import WATCH
from tests.support.service_manager import ServiceManager
from tests.support.waiting import until
from tests.support.warm_process import WarmProcess, run_warm

CLIENTS = 6


@dataclass
class Running:
    """The supervisor, its two processes, and a site whose visitors decide."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path
    database_url: Path
    manager: ServiceManager
    site: Site = field(init=False)

    def children(self) -> set[int]:
        """Return the web processes."""
        return children_of(self.process.pid, "consent-web")

    def log_has(self, text: str, times: int = 1) -> bool:
        return self.log.read_text().count(text) >= times

    def wait_for(self, text: str, times: int = 1, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not self.log_has(text, times):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)


@pytest.fixture(scope="module")
def running(
    databases: Databases, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """Two web processes on PostgreSQL where there is one."""
    folder = tmp_path_factory.mktemp("web")
    url = databases.fresh("postgresql" if databases.has("postgresql") else "sqlite")
    port, log, database_url = free_port(), folder / "log", folder / "database_url"
    database_url.write_text(url)
    environ = {
        "PORT": str(port),
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_ACCESS_LOG": "off",
        "CONSENT_DATABASE_URL_FILE": str(database_url),
        "CONSENT_VAR_DIR": str(folder / "var"),
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
        "CONSENT_SHUTDOWN_DELAY": "4",
    }
    manager = ServiceManager(folder)
    WATCH.logs.add(log)
    with log.open("wb") as output:
        process = WarmProcess(
            [sys.executable, "-m", "consent_app.cli", "web", "--workers", "2"],
            cwd=project,
            env=os.environ | environ | manager.environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=end_with_parent,
        )
    server = Running(process, port, log, database_url, manager)
    try:
        server.wait_for("Serving on", 2)
        assert manager.wait_for(1) == [{"READY": "1", "STATUS": ""}]
        client = live_client(f"http://localhost:{port}", "2001:db8:77::1")
        server.site = make_site(make_panel(client, utc_now()))
        yield server
    finally:
        process.kill()
        process.wait()
        manager.close()


class Visitors:
    """Clients that decide one after the other, each on its own connections."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._done = threading.Event()
        self.recorded: list[str] = []
        self.broken: list[str] = []
        self.first_broken = float("inf")
        self.slowest = 0.0
        self._threads = [
            threading.Thread(target=self._decide, args=(number,)) for number in range(CLIENTS)
        ]

    def __enter__(self) -> Visitors:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._done.set()
        for thread in self._threads:
            thread.join()

    def wait_for_more(self, number: int) -> None:
        target, deadline = len(self.recorded) + number, time.monotonic() + 30
        while len(self.recorded) < target:
            assert time.monotonic() < deadline, self._running.log.read_text()
            time.sleep(0.02)

    def _decide(self, number: int) -> None:
        site, count = self._running.site, 0
        path = f"/v1/public/domains/{site.id}/consents"
        while not self._done.is_set():
            count += 1
            headers = {
                "Content-Type": "application/json",
                "Origin": site.origin,
                "X-Forwarded-For": f"2001:db8:{number}:{count % 997:x}::1",
            }
            if count % 3 == 0:
                headers["Idempotency-Key"] = str(uuid.uuid4())
            started = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", self._running.port, timeout=30)
            try:
                connection.request("POST", path, json.dumps(accept_all()), headers)
                answer = connection.getresponse()
                body = answer.read()
                if answer.status == 201:
                    self.recorded.append(json.loads(body)["id"])
                else:
                    self._break(f"{answer.status} {body[:200]!r}")
            except (OSError, http.client.HTTPException) as error:
                self._break(type(error).__name__)
            finally:
                connection.close()
            self.slowest = max(self.slowest, time.monotonic() - started)

    def _break(self, how: str) -> None:
        self.first_broken = min(self.first_broken, time.monotonic())
        self.broken.append(how)

    def lost(self) -> set[str]:
        """Return what was acknowledged and is not there."""
        result: set[str] = set()
        cursor = None
        while True:
            query = {"limit": 10_000, **({"cursor": cursor} if cursor else {})}
            page = self._running.site.receipts(**query)
            result |= {receipt["id"] for receipt in page}
            if len(page) < 10_000:
                return set(self.recorded) - result
            cursor = page[-1]["id"]


def allowed_cores(pid: int) -> set[int]:
    return os.sched_getaffinity(pid)


def test_each_process_has_its_own_core(running: Running) -> None:
    children = running.children()
    assert len(children) == 2
    cores = [allowed_cores(pid) for pid in children]
    if len(os.sched_getaffinity(0)) > 1:
        assert all(len(core) == 1 for core in cores)
        assert cores[0] != cores[1]


def test_a_killed_process_breaks_only_its_own_connections_and_is_restarted(
    running: Running,
) -> None:
    before = running.children()
    victim = min(before)
    with Visitors(running) as visitors:
        visitors.wait_for_more(50)
        killed = time.monotonic()
        os.kill(victim, signal.SIGKILL)
        running.wait_for(f"(process {victim}) ended with -9.")
        running.wait_for("Serving on", 3)
        replaced = time.monotonic() - killed
        visitors.wait_for_more(50)
    assert replaced <= 2
    assert visitors.lost() == set()
    # The requests in flight: at most one of each client.
    assert len(visitors.broken) <= CLIENTS, visitors.broken
    assert {"503"}.isdisjoint(broken[:3] for broken in visitors.broken)
    after = running.children()
    assert len(after) == 2
    assert before & after == before - {victim}


def test_sighup_replaces_one_after_the_other_without_a_refused_connection(
    running: Running,
) -> None:
    before = running.children()
    with Visitors(running) as visitors:
        visitors.wait_for_more(50)
        replacements = running.log.read_text().count(" now.\n")
        reports = len(running.manager.reports)
        running.process.send_signal(signal.SIGHUP)
        running.wait_for(" now.\n", replacements + 2)
        begin, end = running.manager.wait_for(reports + 2)[reports:]
        assert begin["RELOADING"] == "1"
        assert end == {"READY": "1", "STATUS": ""}
        visitors.wait_for_more(50)
        deadline = time.monotonic() + 20
        while running.children() & before:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert visitors.broken == []
    assert visitors.lost() == set()
    assert len(running.children()) == 2


def test_a_replacement_without_a_database_replaces_nothing(running: Running) -> None:
    before, url = running.children(), running.database_url.read_text()
    running.database_url.write_text("postgresql://127.0.0.1:1/mistyped")
    try:
        with Visitors(running) as visitors:
            visitors.wait_for_more(50)
            reports = len(running.manager.reports)
            running.process.send_signal(signal.SIGHUP)
            reason = "A new web 1 did not start; the former one keeps running."
            running.wait_for(reason)
            begin, end = running.manager.wait_for(reports + 2)[reports:]
            assert begin["RELOADING"] == "1"
            assert end == {"READY": "1", "STATUS": reason}
            visitors.wait_for_more(50)
    finally:
        running.database_url.write_text(url)
    assert visitors.broken == []
    assert before <= running.children()
    assert running.log_has("The database does not answer")
    deadline = time.monotonic() + 20
    while running.children() != before:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_nothing_is_replaced_while_the_machine_has_no_room_for_a_process(running: Running) -> None:
    before, pid = running.children(), running.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    # Nothing more can be opened.
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, hard))
    try:
        running.process.send_signal(signal.SIGHUP)
        running.wait_for("The fork server could not be started: [Errno 24]")
        running.wait_for("A new fork server did not start; the former one keeps running.")
        (forks,) = children_of(pid, "consent-forks")
        os.kill(forks, signal.SIGKILL)
        running.wait_for("The fork server could not be started: [Errno 24]", 2)
    finally:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, hard))
    assert running.children() == before
    deadline = time.monotonic() + 60
    while not children_of(pid, "consent-forks"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert ready(running) == 200


def test_the_fork_server_has_no_threads_or_connections(running: Running) -> None:
    (forks,) = children_of(running.process.pid, "consent-forks")
    assert len(list(Path(f"/proc/{forks}/task").iterdir())) == 1
    files = [str(path.readlink()) for path in Path(f"/proc/{forks}/fd").iterdir()]
    # Only the supervisor's, for its control socket.
    assert len([file for file in files if file.startswith("socket:")]) == 1, files
    web = min(running.children())
    assert len(list(Path(f"/proc/{web}/task").iterdir())) > 1


def test_the_fork_server_is_restarted(running: Running) -> None:
    (forks,) = children_of(running.process.pid, "consent-forks")
    before = running.children()
    with Visitors(running) as visitors:
        visitors.wait_for_more(50)
        os.kill(forks, signal.SIGKILL)
        running.wait_for(f"The fork server (process {forks}) ended with -9.")
        victim = min(before)
        visitors.wait_for_more(50)
        assert visitors.broken == []
        os.kill(victim, signal.SIGKILL)
        running.wait_for(f"(process {victim}) ended with -9.")
        deadline = time.monotonic() + 30
        while len(running.children()) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert visitors.lost() == set()


def test_another_service_cannot_share_the_port_unseen(running: Running, project: Path) -> None:
    ended = run_warm(
        [sys.executable, "-m", "consent_app.cli", "web", "--workers", "2"],
        cwd=project,
        env=os.environ
        | {
            "PORT": str(running.port),
            "CONSENT_ENVIRONMENT": "development",
            "CONSENT_VAR_DIR": str(running.log.parent / "other"),
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 2
    assert f"Port {running.port} of 127.0.0.1 is taken." in ended.stderr


def ready(running: Running) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    connection.request("GET", "/v1/health/ready")
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


@needs_filters
def test_sigterm_is_announced_and_refuses_or_cuts_nothing_before_the_end(
    running: Running,
) -> None:
    children = running.children()
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    with Visitors(running) as visitors:
        visitors.wait_for_more(50)
        assert ready(running) == 200
        # To every process of the group, as a service manager or a terminal may send it.
        for pid in children:
            os.kill(pid, signal.SIGTERM)
        reports = len(running.manager.reports)
        asked_at = time.monotonic()
        running.process.send_signal(signal.SIGTERM)
        # Announced: a load balancer sends no new clients, and those that come are answered.
        until(lambda: {ready(running) for _ in range(10)} == {503})
        visitors.wait_for_more(20)
        connection.request("GET", "/v1/health/live")
        response = connection.getresponse()
        assert (response.status, response.read(), response.headers["Connection"]) == (
            200,
            b'{"status":"ok"}',
            "close",
        )
        assert running.process.wait(20) == 0
        ended = time.monotonic()
        assert running.manager.wait_for(reports + 1)[reports:] == [{"STOPPING": "1"}]
        time.sleep(1.5)
    assert 4 <= ended - asked_at < 14
    # Nobody listens any more; nothing was cut or reset.
    assert set(visitors.broken) == {"ConnectionRefusedError"}
    assert visitors.first_broken > ended - 0.5
    assert "Cut off" not in running.log.read_text()
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)
