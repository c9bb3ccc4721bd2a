"""Both clients go on with an export that breaks off, and miss no receipt and repeat none."""

from __future__ import annotations

import csv
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from consent_client import Reader

from tests.support import typescript
from tests.support.factories import Panel, Site, make_site
from tests.support.live_server import LiveServer
from tests.support.receipt_rows import many_receipts

ROWS = 3000
"""Packed, as the clients ask for it, an export of so many is 57 kB."""
SCRIPT = """
import { Reader } from "consent-client";
import { exportTo } from "consent-client/node";

const { URL, KEY, EXPORT } = process.env;
const reader = new Reader(URL, KEY);
const ids = [];
for await (const row of reader.exported()) ids.push(row.id);
const some = [];
for await (const row of reader.exported({ limit: 2500 })) some.push(row.id);
const size = await exportTo(reader, EXPORT, "csv");
console.log(JSON.stringify({ ids, some, size }));
"""


class Breaking:
    """A proxy that cuts each connection off once it has passed so many bytes of the answer, and the
    first one once it has passed the header section.

    On a slow machine the service may do so before, with the same result.
    """

    def __init__(self, port: int, most: int) -> None:
        self.connections = 0
        self._target = port
        self._most = most
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._run(self._accept)

    def _run(self, target: Callable[..., None], *sockets: socket.socket) -> None:
        thread = threading.Thread(target=target, args=sockets, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._run(self._serve if self.connections > 1 else self._serve_head, client)

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as server:
            self._run(self._forward, client, server)
            passed = 0
            try:
                while part := server.recv(4096):
                    client.sendall(part)
                    passed += len(part)
                    if passed > self._most:
                        break
                self._cut(client, server)
            except OSError:
                return

    def _serve_head(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as server:
            self._run(self._forward, client, server)
            with server.makefile("rb") as answer:
                client.sendall(b"".join(iter(answer.readline, b"\r\n")) + b"\r\n")
            self._cut(client, server)

    def _cut(self, *connections: socket.socket) -> None:
        # What a client has not read yet is lost to it with the end.
        time.sleep(0.2)
        for connection in connections:
            # Closing the socket does not end the other thread's read. The other side may have ended
            # first.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        try:
            while part := client.recv(65536):
                server.sendall(part)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def close(self) -> None:
        # Closing the socket would leave it listening while the other thread waits.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(60)


@pytest.fixture
def site(live: LiveServer, panel: Panel) -> Site:
    site = make_site(panel)
    many_receipts(live.application, site, ROWS)
    return site


@pytest.fixture
def proxy(live: LiveServer) -> Iterator[Breaking]:
    proxy = Breaking(live.port, 15_000)
    yield proxy
    proxy.close()


def listed(live: LiveServer, site: Site) -> list[str]:
    with Reader(live.url, site.key) as reader:
        ids = [str(row.id) for row in reader.exported()]
    assert len(ids) == len(set(ids)) == ROWS
    return ids


def test_the_python_client_resumes(
    live: LiveServer, site: Site, proxy: Breaking, tmp_path: Path
) -> None:
    ids = listed(live, site)
    whole = tmp_path / "receipts.csv"
    with Reader(f"http://localhost:{proxy.port}", site.key) as reader:
        assert [str(row.id) for row in reader.exported()] == ids
        assert proxy.connections > 2
        assert [str(row.id) for row in reader.exported(limit=2500)] == ids[:2500]
        assert reader.export_to(whole, "csv") == whole.stat().st_size
    with whole.open(newline="", encoding="utf-8") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ids


def test_the_typescript_client_resumes(
    live: LiveServer, site: Site, proxy: Breaking, tmp_path: Path, node_project: Path
) -> None:
    ids = listed(live, site)
    whole = tmp_path / "receipts.csv"
    url = f"http://localhost:{proxy.port}"
    result = typescript.run_script(node_project, SCRIPT, URL=url, KEY=site.key, EXPORT=str(whole))
    assert result["ids"] == ids
    assert proxy.connections > 2
    assert result["some"] == ids[:2500]
    assert result["size"] == whole.stat().st_size
    with whole.open(newline="", encoding="utf-8") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ids
