"""Faults under the load of 16 clients that record and 4 that read (``make faults``).

Not among the tests that always run, which try most of these with less: it takes some minutes, and
its times want a quiet machine. Each test prints what it found.
"""

from __future__ import annotations

import gzip
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from select import select as wait_for
from string import Template

import pytest
from sqlalchemy import select

from consent_app.application import utc_now
from consent_app.db.session import Database
from consent_app.migrations import migrate
from consent_app.receipts.models import consent_receipts
from tests.support import postgres, redis_server
from tests.support.disks import fill, small_disk
from tests.support.factories import Site, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.load import READING, RECORDING, Load
from tests.support.processes import children_of, end_with_parent, free_port
from tests.support.secrecy import WATCH
from tests.support.web_processes import WebProcess

CLIENTS = RECORDING + READING
CONNECTIONS = 2000
SLOWER = 2.0
"""So many times its idle value others' 95th percentile may be."""


@dataclass
class Service:
    """``consent-app web --workers 2`` and its site."""

    database_url: str
    folder: Path
    redis_url: str = ""
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] = field(init=False)
    site: Site = field(init=False)

    def start(self) -> None:
        migrate.upgrade(self.database_url)
        environ = {
            "PORT": str(self.port),
            "CONSENT_ENVIRONMENT": "development",
            "CONSENT_ACCESS_LOG": "off",
            "CONSENT_DATABASE_URL": self.database_url,
            "CONSENT_VAR_DIR": str(self.folder / "var"),
            "CONSENT_SECRET_KEYS": SECRET_KEYS,
        }
        if self.redis_url:
            environ["CONSENT_RATE_LIMIT_STORAGE"] = self.redis_url
        WATCH.logs.add(self.log)
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "consent_app.cli", "web", "--workers", "2"],
                env=os.environ | environ,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=end_with_parent,
            )
        self.wait_for("Serving on", 2)
        client = live_client(f"http://localhost:{self.port}", "2001:db8:77::1")
        self.site = make_site(make_panel(client, utc_now()))

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def load(self) -> Load:
        return Load(self.port, self.site)

    def wait_for(self, text: str, times: int = 1) -> None:
        deadline = time.monotonic() + 60
        while self.log.read_text().count(text) < times:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)

    def children(self) -> set[int]:
        """Return the web processes."""
        return children_of(self.process.pid, "consent-web")

    def memory(self) -> int:
        """Return the resident memory of all its processes, in bytes."""
        page = resource.getpagesize()
        return sum(
            int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page for pid in self.children()
        )

    def stored_ids(self) -> list[str]:
        database = Database(self.database_url)
        with database.session(read_only=True) as session:
            results = [str(row) for row in session.scalars(select(consent_receipts.c.id))]
        database.dispose()
        return results

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.PostgresServer]:
    """PostgreSQL as production runs it."""
    server = postgres.start(durable=True)
    if server is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis_server.RedisServer]:
    server = redis_server.start(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def service(
    server: postgres.PostgresServer,
    redis: redis_server.RedisServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Service]:
    service = Service(server.url, tmp_path_factory.mktemp("web"), redis.url)
    service.start()
    yield service
    service.stop()


@pytest.fixture(scope="module", autouse=True)
def files() -> None:
    """Have as many open files as there are connections."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


def report(what: str, load: Load, service: Service, **details: object) -> set[str]:
    """Print what became of a load; return what was acknowledged and lost."""
    lost = load.lost(service.stored_ids())
    message = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in details.items())
    print(
        f"\n{what}: recorded {len(load.recorded)}, read {len(load.read)}, lost {len(lost)},"
        f" other answers {dict(load.broken)}, longest without a receipt {load.gap():.2f} s,"
        f" slowest {load.quantile(1):.2f} s; {message}",
        flush=True,
    )
    return lost


def test_a_web_process_is_killed(service: Service) -> None:
    victim = min(service.children())
    starts = service.log.read_text().count("Serving on")
    with service.load() as load:
        load.wait_for_more(400)
        load.seconds.clear()
        killed = time.monotonic()
        os.kill(victim, signal.SIGKILL)
        service.wait_for("Serving on", starts + 1)
        replaced = time.monotonic() - killed
        load.wait_for_more(400)
    lost = report("a web process killed", load, service, replaced_after=f"{replaced:.2f} s")
    assert lost == set()
    assert replaced <= 2
    assert load.gap() <= 2
    # Connections that waited at its socket were answered by the other.
    assert load.quantile(1) <= 2
    # At most the requests that each client had in flight, and no refusal.
    assert load.broken.total() <= CLIENTS
    assert not [kind for kind in load.broken if kind.isdigit()]


def test_sighup_replaces_all(service: Service) -> None:
    before = service.children()
    with service.load() as load:
        load.wait_for_more(400)
        started_at = time.monotonic()
        service.process.send_signal(signal.SIGHUP)
        while service.children() & before or len(service.children()) < 2:
            assert time.monotonic() - started_at < 30
            time.sleep(0.05)
        seconds = time.monotonic() - started_at
        load.wait_for_more(400)
    lost = report("SIGHUP", load, service, took=f"{seconds:.1f} s")
    assert lost == set()
    assert not load.broken


def test_redis_becomes_unavailable(service: Service, redis: redis_server.RedisServer) -> None:
    with service.load() as load:
        load.wait_for_more(400)
        redis.stop()
        load.wait_for_more(800)
        client = live_client(f"http://localhost:{service.port}", "2001:db8:78::1")
        make_site(make_panel(client, utc_now()))
    lost = report("Redis gone", load, service, signed_in="yes")
    assert lost == set()
    assert not load.broken
    assert load.gap() <= 2


HALVES = {
    "idle connections": b"",
    "slow headers": b"GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "slow bodies": (
        b"POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b'Content-Length: 1000\r\n\r\n{"email":'
    ),
}


def idle_seconds(service: Service) -> float:
    """Return the 95th percentile of recording without other connections."""
    with service.load() as load:
        load.wait_for_more(1500)
    return load.quantile(0.95)


@pytest.mark.parametrize("kind", HALVES)
def test_2000_connections_do_not_block_others(service: Service, kind: str) -> None:
    befores = [idle_seconds(service)]
    with ExitStack() as stack:
        sockets: list[socket.socket] = []

        def hold() -> None:
            client = socket.create_connection(("127.0.0.1", service.port), timeout=30)
            sockets.append(stack.enter_context(client))
            client.sendall(HALVES[kind])

        for _ in range(CONNECTIONS):
            hold()
        with service.load() as load:
            until = time.monotonic() + 10
            while time.monotonic() < until or len(load.recorded) < 1500:
                # Each sends one byte now and then, and reconnects when it is disconnected.
                for client in sockets[:200]:
                    try:
                        if HALVES[kind]:
                            client.sendall(b"x")
                    except OSError:
                        hold()
                sockets = sockets[200:] + sockets[:200]
                time.sleep(0.2)
    # Of before and after, because the machine's other load changes.
    befores.append(idle_seconds(service))
    before, under = sum(befores) / 2, load.quantile(0.95)
    lost = report(
        f"{CONNECTIONS} {kind}",
        load,
        service,
        p95_idle=f"{before * 1000:.0f} ms",
        p95=f"{under * 1000:.0f} ms",
        ratio=f"{under / before:.2f}",
    )
    assert lost == set()
    assert not load.broken
    assert under <= SLOWER * before


def status_of(port: int, *parts: bytes) -> str:
    """Send a request by its parts until there is a response; return the status."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        try:
            for part in parts:
                if not send_unless_answered(client, part):
                    break
        except OSError:
            pass
        try:
            answer = client.recv(4096)
        except OSError:
            # Ended while it was still being sent.
            return "closed"
    return answer.split(b" ", 2)[1].decode() if answer else "closed"


def send_unless_answered(client: socket.socket, data: bytes) -> bool:
    """Send data as proxies do, which stop for a response. Return False if there is one."""
    unsent = memoryview(data)
    while unsent:
        readable, writable, _ = wait_for([client], [client], [], 60)
        if readable:
            return False
        if writable:
            unsent = unsent[client.send(unsent, socket.MSG_DONTWAIT) :]
    return True


def _post(path: str, *more: bytes) -> bytes:
    lines = (
        f"POST {path} HTTP/1.1".encode(),
        b"Host: localhost",
        b"Content-Type: application/json",
        *more,
    )
    return b"\r\n".join(lines) + b"\r\n\r\n"


def test_oversized_bodies_are_refused_without_growing_memory(service: Service) -> None:
    path = f"/v1/public/domains/{service.site.id}/consents"
    origin = f"Origin: {service.site.origin}".encode()
    megabyte = bytes(1 << 20)
    bomb = gzip.compress(bytes(256 << 20))
    chunked = b"%x\r\n%s\r\n" % (len(megabyte), megabyte)
    many = [f"X-H{number}: x\r\n".encode() for number in range(100_000)]
    with service.load() as load:
        load.wait_for_more(400)
        before = service.memory()
        requests = {
            "1 GB body": (_post(path, origin, b"Content-Length: 1073741824"), *[megabyte] * 1024),
            "1 GB in chunks": (
                _post(path, origin, b"Transfer-Encoding: chunked"),
                *[chunked] * 1024,
            ),
            "100,000 headers": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", *many, b"\r\n"),
            "gzip bomb": (
                _post(
                    path,
                    origin,
                    b"Content-Encoding: gzip",
                    b"Content-Length: " + str(len(bomb)).encode(),
                ),
                bomb,
            ),
        }
        results = {
            name: [status_of(service.port, *parts) for _ in range(5)]
            for name, parts in requests.items()
        }
        load.wait_for_more(400)
        grown = (service.memory() - before) / (1 << 20)
    lost = report("too large", load, service, memory=f"{grown:+.1f} MB", **results)
    assert lost == set()
    assert not load.broken
    assert grown < 30
    for name, statuses in results.items():
        assert set(statuses) <= {"413", "431", "400", "415", "closed"}, name


def test_the_disk_is_full(tmp_path: Path) -> None:
    with small_disk(320) as disk:
        server = postgres.start(durable=True, within=disk)
        assert server is not None
        service = Service(server.url, tmp_path)
        try:
            service.start()
            with service.load() as load:
                load.wait_for_more(200)
                filler = fill(disk)
                time.sleep(5)
                refused = load.broken["503"]
                filler.unlink()
                seconds = load.wait_for_more(400)
            lost = report(
                "a full disk", load, service, refused=refused, recorded_400_after=f"{seconds:.1f} s"
            )
        finally:
            service.stop()
            server.stop()
    assert lost == set()
    assert set(load.broken) <= {"503"}
    assert refused


def test_sigterm_ends_it(service: Service) -> None:
    """The last but one, because the service is stopped afterwards."""
    with service.load() as load:
        load.wait_for_more(400)
        started_at = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(30) == 0
        ended = time.monotonic()
        time.sleep(1.5)
    first = min(when for when, _ in load.breaks)
    lost = report(
        "SIGTERM",
        load,
        service,
        took=f"{ended - started_at:.1f} s",
        first_refused=f"{first - ended:+.2f} s from the end",
    )
    assert lost == set()
    assert "Cut off" not in service.log.read_text()
    # Nobody listens any more. Until then nothing was refused, reset or cut.
    assert set(load.broken) == {"ConnectionRefusedError"}
    assert first > ended - 0.5


NGINX = """
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx-error.log;
worker_processes 1;
events { worker_connections 512; }
http {
    access_log off;
    client_body_temp_path $folder/bodies;
    proxy_temp_path $folder/answers;
    fastcgi_temp_path $folder/unused;
    uwsgi_temp_path $folder/unused;
    scgi_temp_path $folder/unused;
    upstream consent {
        server 127.0.0.1:$first fail_timeout=1s;
        server 127.0.0.1:$second fail_timeout=1s;
        keepalive 32;
    }
    server {
        listen 127.0.0.1:$port;
        location / {
            proxy_pass http://consent;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $$http_host;
            proxy_set_header X-Forwarded-For $$proxy_add_x_forwarded_for;
        }
    }
}
"""


def test_two_servers_behind_nginx_are_replaced(
    service: Service, server: postgres.PostgresServer, tmp_path: Path
) -> None:
    """Servers of one process each, with no supervisor that would keep their sockets."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("nginx was not found: install nginx (apt-get install nginx)")
    settings = {"CONSENT_SECRET_KEYS": SECRET_KEYS, "CONSENT_SHUTDOWN_DELAY": "2"}
    webs = [
        WebProcess(server.url, tmp_path / "var", tmp_path / f"log-{number}", settings)
        for number in range(2)
    ]
    port = free_port()
    text = Template(NGINX).substitute(
        folder=tmp_path, first=webs[0].port, second=webs[1].port, port=port
    )
    (tmp_path / "nginx.conf").write_text(text)
    with ExitStack() as stack:
        for web in webs:
            web.start()
            stack.callback(web.stop)
        for web in webs:
            web.wait_until_ready()
        nginx = subprocess.Popen(
            [program, "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "nginx-error.log")],
            preexec_fn=end_with_parent,
        )
        stack.callback(nginx.wait)
        stack.callback(nginx.terminate)
        time.sleep(1)
        with Load(port, service.site) as load:
            load.wait_for_more(400)
            durations = []
            for web in webs:
                started_at = time.monotonic()
                assert web.stop() == 0
                durations.append(f"{time.monotonic() - started_at:.1f} s")
                web.start()
                web.wait_until_ready()
                load.wait_for_more(400)
                time.sleep(2)
    lost = report("each of two servers behind nginx replaced", load, service, ended_in=durations)
    assert lost == set()
    assert not load.broken
