"""The example configurations of reverse proxies, in front of the service."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.support.live_server import LiveServers
from tests.support.processes import end_with_parent, free_port, wait_until_it_listens

NO_NGINX = "nginx was not found. On Debian: apt-get install nginx-light"
WAITS_SECONDS = 20
AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/consent.conf;
}}
"""


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
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(NO_NGINX)
    port = free_port()
    servers = [live_servers.of("sqlite").port, silent_port]
    (tmp_path / "consent.conf").write_text(_example(project, tmp_path, port, servers))
    configuration = tmp_path / "nginx.conf"
    configuration.write_text(AROUND.format(folder=tmp_path))
    command = [program, "-p", str(tmp_path), "-e", str(tmp_path / "error.log")]
    process = subprocess.Popen([*command, "-c", str(configuration)], preexec_fn=end_with_parent)
    try:
        wait_until_it_listens(port)
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_nginx_passes_over_a_machine_that_does_not_answer(nginx: str) -> None:
    # In turn, so one of the two requests tries that machine first.
    for _ in range(2):
        url = f"{nginx}/v1/health/ready"
        with urllib.request.urlopen(url, timeout=WAITS_SECONDS) as response:
            assert response.status == 200
