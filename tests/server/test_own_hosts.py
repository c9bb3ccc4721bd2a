"""A development server answers only its own hosts, on this machine."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any

import pytest

from consent_app.server.own_hosts import own_hosts
from tests.support.harness import make_settings
from tests.support.live_server import LiveServer

OWN = [
    "localhost",
    "LOCALHOST:6543",
    "acme.localhost:6543",
    "127.0.0.1",
    "[::1]:6543",
    "localhost.",
]
STRANGE = [
    "evil.example",
    "localhost.evil.example",
    "",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "[::1",
]


def status_of(server: LiveServer, host: str | None) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.putrequest("GET", "/v1/health/live", skip_host=True)
        if host is not None:
            connection.putheader("Host", host)
        connection.endheaders()
        response = connection.getresponse()
        body = response.read()
        assert response.status != 403 or json.loads(body)["code"] == "forbidden"
        return response.status
    finally:
        connection.close()


def test_a_foreign_name_that_resolves_here_gets_nothing(live_server: LiveServer) -> None:
    """DNS rebinding: a page of evil.example, whose name now resolves to 127.0.0.1."""
    for host in OWN:
        assert status_of(live_server, host) == 200, host
    for host in STRANGE:
        assert status_of(live_server, host) == 403, host
    assert status_of(live_server, None) == 400


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("127.0.0.1", 200),
        ("127.8.9.1", 200),
        ("::1", 200),
        ("::ffff:127.0.0.1", 200),
        ("", 200),
        ("192.168.0.7", 403),
        ("2001:db8::1", 403),
        ("::ffff:10.0.0.1", 403),
        ("nonsense", 403),
    ],
)
def test_a_neighbour_gets_nothing(tmp_path: Path, address: str, status: int) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [b""]

    answers: list[str] = []
    guarded = own_hosts(app, make_settings("sqlite:////srv/consent.sqlite", tmp_path))
    environ = {"REMOTE_ADDR": address, "HTTP_HOST": "localhost:6543"}
    guarded(environ, lambda status, headers: answers.append(status))
    assert answers[0].startswith(str(status))


def test_the_hosts_that_are_set_are_its_own(tmp_path: Path) -> None:
    settings = make_settings(
        "sqlite:////srv/consent.sqlite",
        tmp_path,
        public_origin="http://dev.example:7000",
        workspace_origin="http://{slug}.dev.example:7000",
    )

    def status_for(host: str) -> str:
        answers: list[str] = []
        guarded = own_hosts(lambda environ, start: start("200 OK", []) or [], settings)
        environ = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": host}
        guarded(environ, lambda status, headers: answers.append(status))
        return answers[0][:3]

    assert status_for("dev.example:7000") == status_for("acme.dev.example") == "200"
    assert status_for("dev.example.evil.example") == status_for("evil-dev.example") == "403"
