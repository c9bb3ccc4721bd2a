"""The application under granian, as docs/self-hosting.md starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from consent_app.application import utc_now
from tests.support.databases import Databases
from tests.support.factories import make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.web_processes import WebProcess


class Granian(WebProcess):
    """Granian in place of our own server."""

    def start(self, command: str = "web") -> None:
        environ = {**self._settings(), **self.environ}
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [
                    *("taskset", "--cpu-list", "0"),
                    *(sys.executable, "-m", "granian", "--interface", "wsgi", "--factory"),
                    *("--port", str(self.port), "--runtime-mode", "st", "--http", "1"),
                    *("--http1-buffer-size", "16384", "--blocking-threads", "16"),
                    "consent_app.wsgi:make_application",
                ],
                env=os.environ | environ,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )


def test_decisions_are_recorded_and_read(databases: Databases, tmp_path: Path) -> None:
    url = databases.fresh("postgresql" if databases.has("postgresql") else "sqlite")
    keys = {"CONSENT_SECRET_KEYS": SECRET_KEYS}
    server = Granian(url, tmp_path / "var", tmp_path / "log", keys)
    server.start()
    try:
        server.wait_until_ready()
        site = make_site(make_panel(live_client(server.url, "2001:db8:9::1"), utc_now()))
        ids = {site.decide().json["id"] for _ in range(10)}
        assert {receipt["id"] for receipt in site.receipts()} == ids
        assert site.panel.app.get("/v1/health/ready").json["status"] == "ok"
    finally:
        assert server.stop() == 0
