"""The example configurations of reverse proxies, in front of the service."""

from __future__ import annotations

import http.client
import re
import socket
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.error import HTTPError

import pytest

from consent_app.db.engine import sqlite_file
from tests.support import proxies
from tests.support.databases import Databases
from tests.support.harness import SECRET_KEYS
from tests.support.live_server import LiveServers
from tests.support.processes import free_port
from tests.support.web_processes import WebProcess

WAITS_SECONDS = 20


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port whose machine does not answer: nothing accepts there, and the queue is full."""
    with ExitStack() as open_sockets:
        listener = open_sockets.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(3):
            waiting = open_sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            with suppress(BlockingIOError):
                waiting.connect(listener.getsockname())
        yield listener.getsockname()[1]


def _example(project: Path, folder: Path, port: int, servers: list[int]) -> str:
    """The example for nginx with these web servers, without TLS and below this folder."""
    text = (project / "deploy" / "nginx" / "consent.conf").read_text(encoding="utf-8")
    # The server that redirects, and what concerns TLS and IPv6.
    text = re.sub(r"server {\n    listen 80;.*?\n}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"    (ssl_|listen \[).*\n", "", text)
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    lines = "\n".join(f"server 127.0.0.1:{server};" for server in servers)
    text = text.replace("server 127.0.0.1:6543;", lines)
    return text.replace("/var/log/nginx", str(folder))


@pytest.fixture
def nginx(
    project: Path, live_servers: LiveServers, silent_port: int, tmp_path: Path
) -> Iterator[str]:
    """The address of nginx in front of a server and of a machine that does not answer."""
    port = free_port()
    servers = [live_servers.of("sqlite").port, silent_port]
    with proxies.nginx(tmp_path, _example(project, tmp_path, port, servers), port):
        yield f"http://localhost:{port}"


def test_nginx_passes_over_a_machine_that_does_not_answer(nginx: str) -> None:
    # In turn, so one of the two requests tries that machine first.
    for _ in range(2):
        url = f"{nginx}/v1/health/ready"
        with urllib.request.urlopen(url, timeout=WAITS_SECONDS) as response:
            assert response.status == 200


@pytest.fixture
def redirecting_nginx(project: Path, tmp_path: Path) -> Iterator[int]:
    """The port of nginx with the example's server for plain http alone."""
    port = free_port()
    text = (project / "deploy" / "nginx" / "consent.conf").read_text(encoding="utf-8")
    text = re.sub(r"server {\n    listen 443 .*?\n}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"    listen \[.*\n", "", text).replace("listen 80", f"listen 127.0.0.1:{port}")
    with proxies.nginx(tmp_path, text.replace("/var/log/nginx", str(tmp_path)), port):
        yield port


@pytest.fixture
def redirecting_caddy(project: Path, tmp_path: Path) -> Iterator[int]:
    """The port for plain http of the containers' Caddy, which signs its certificate itself."""
    program = proxies.program("caddy", "caddy")
    port, tls_port = free_port(), free_port()
    text = (project / "deploy" / "containers" / "Caddyfile").read_text(encoding="utf-8")
    own = f"admin off\nhttp_port {port}\nhttps_port {tls_port}\nlocal_certs\nskip_install_trust"
    text = text.replace("{\n", f"{{\n{own}\n", 1)
    # As docs/containers.md says, for workspaces with hosts of their own.
    text = text.replace("{$CONSENT_HOSTNAME} {", "{$CONSENT_HOSTNAME} *.consent.example {")
    text = text.replace("web-1:6543 web-2:6543", f"127.0.0.1:{free_port()}")
    (tmp_path / "Caddyfile").write_text(text)
    command = [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    environ = {"HOME": str(tmp_path), "CONSENT_HOSTNAME": "consent.example"}
    with proxies.proxy(command, port, tmp_path / "caddy.log", environ):
        yield port


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_plain_http_is_redirected_to_own_hosts_only(
    request: pytest.FixtureRequest, proxy: str
) -> None:
    port = request.getfixturevalue(f"redirecting_{proxy}")
    own = {"consent.example": "consent.example", "kiln.consent.example": "kiln.consent.example"}
    others = ("evil.example", "consent.example.evil.example", "evilconsent.example", "127.0.0.1")
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=WAITS_SECONDS)) as client:
        for host, expected in own.items() | dict.fromkeys(others, "consent.example").items():
            client.request("GET", "/v1/health/live?a=b", headers={"Host": host})
            response = client.getresponse()
            response.read()
            assert response.status in {301, 308}
            assert response.headers["Location"] == f"https://{expected}/v1/health/live?a=b"


@pytest.fixture
def server(databases: Databases, tmp_path: Path) -> Iterator[WebProcess]:
    """A web server on its own database."""
    keys = {"CONSENT_SECRET_KEYS": SECRET_KEYS}
    server = WebProcess(databases.fresh("sqlite"), tmp_path / "var", tmp_path / "log", keys)
    server.start()
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


@pytest.fixture
def caddy(project: Path, server: WebProcess, tmp_path: Path) -> Iterator[str]:
    """The address of the containers' Caddy in front of a server, without TLS."""
    program = proxies.program("caddy", "caddy")
    port = free_port()
    text = (project / "deploy" / "containers" / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{\n", f"{{\n\tadmin off\n\thttp_port {free_port()}\n", 1)
    text = text.replace("web-1:6543 web-2:6543", f"127.0.0.1:{server.port} localhost:{server.port}")
    (tmp_path / "Caddyfile").write_text(text)
    command = [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    environ = {"HOME": str(tmp_path), "CONSENT_HOSTNAME": f"http://localhost:{port}"}
    with proxies.proxy(command, port, tmp_path / "caddy.log", environ):
        yield environ["CONSENT_HOSTNAME"]


def _status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=WAITS_SECONDS) as response:
            return int(response.status)
    except HTTPError as error:
        return error.code


def test_caddy_passes_visitors_on_while_the_database_is_away(
    caddy: str, server: WebProcess
) -> None:
    assert _status(f"{caddy}/v1/health/ready") == 200
    file = sqlite_file(server.database_url)
    assert file is not None
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM alembic_version")
    # Once Caddy has seen that no server is ready, it answers itself.
    deadline = time.monotonic() + WAITS_SECONDS
    while _status(f"{caddy}/v1/health/live") != 503:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    started = time.monotonic()
    assert _status(f"{caddy}/v1/public/banner.js") == 200
    assert time.monotonic() - started < 2
