"""Keys rotated across three servers, restarted one at a time, while people sign in on all."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from webtest import TestApp

from consent_app.application import utc_now
from consent_app.cli import main
from consent_app.security import totp
from consent_app.security.passwords import Capacity
from consent_app.settings import new_secret_key
from tests.support.databases import Databases
from tests.support.factories import PASSWORD, bearer, unique
from tests.support.forwarding import live_client
from tests.support.web_processes import WebProcess

PAUSE = 0.3
"""Seconds between two sign-ups: without them, hashing takes the processors of the restarts."""
ENOUGH = 6
"""More sign-ups than this take place during the restarts."""


class Balancer:
    """What a load balancer does: it spreads requests, and waits for those in flight."""

    def __init__(self, servers: list[WebProcess]) -> None:
        self._condition = threading.Condition()
        self._flights = {server.port: 0 for server in servers}
        self._servers = list(servers)

    def send(self, method: str, path: str, body: object, token: str | None, address: str) -> dict:
        with self._condition:
            server = random.choice(self._servers)
            self._flights[server.port] += 1
        try:
            client: TestApp = live_client(server.url, address)
            headers = bearer(token) if token else None
            for _ in range(5):
                began = time.monotonic()
                if method == "GET":
                    response = client.get(path, headers=headers, expect_errors=True)
                else:
                    response = client.post_json(path, body, headers=headers, expect_errors=True)
                # Hashing yields to everything else, and gives up after a while on a machine
                # that is busy with other tests. A missing key is reported immediately.
                is_late = time.monotonic() - began >= Capacity().wait_seconds
                if not (response.status_int == 503 and is_late):
                    break
            assert response.status_int in (200, 201), (
                server.port,
                path,
                response.status,
                response.text,
            )
            return response.json
        finally:
            with self._condition:
                self._flights[server.port] -= 1
                self._condition.notify_all()

    def restart(self, server: WebProcess) -> None:
        with self._condition:
            self._servers.remove(server)
            # A server gives its requests less time than they take on a machine that is busy.
            assert self._condition.wait_for(lambda: self._flights[server.port] == 0, 120)
        assert server.stop() == 0
        server.start()
        server.wait_until_ready()
        with self._condition:
            self._servers.append(server)


def sign_up_and_in(balancer: Balancer, address: str) -> None:
    """Go the whole way, each step on any server."""

    def post(path: str, **body: str) -> dict:
        return balancer.send("POST", path, body, None, address)

    email = f"{unique('ada')}@example.com"
    challenge = post("/v1/auth/register", email=email, password=PASSWORD)["challengeToken"]
    secret = post("/v1/auth/2fa/setup", challengeToken=challenge)["secret"]
    code = totp.code_at(secret, utc_now())
    confirmed = post("/v1/auth/2fa/setup/confirm", challengeToken=challenge, code=code)
    balancer.send("GET", "/v1/account", None, confirmed["accountToken"], address)
    challenge = post("/v1/auth/account-login", email=email, password=PASSWORD)["challengeToken"]
    code = totp.code_at(secret, utc_now() + timedelta(seconds=30))
    verified = post("/v1/auth/2fa/verify", challengeToken=challenge, code=code)
    for _ in range(3):
        balancer.send("GET", "/v1/account", None, verified["accountToken"], address)


@pytest.fixture
def servers(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[WebProcess]]:
    """Three servers with one key."""
    url = databases.fresh("postgresql" if databases.has("postgresql") else "sqlite")
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_DATABASE_URL", url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path / "var"))
    keys = {"CONSENT_SECRET_KEYS": new_secret_key()}
    processes = [
        WebProcess(url, tmp_path / "var", tmp_path / f"{n}.log", dict(keys)) for n in range(3)
    ]
    try:
        for server in processes:
            server.start()
        for server in processes:
            server.wait_until_ready()
        yield processes
    finally:
        for server in processes:
            server.stop()


def test_keys_are_rotated_under_sign_ins_without_one_refused(
    servers: list[WebProcess], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    balancer = Balancer(servers)
    finished = threading.Event()
    signed_in: list[float] = []

    def sign_up_people(number: int) -> None:
        while not finished.is_set():
            sign_up_and_in(balancer, f"2001:db8:7::{number}")
            signed_in.append(time.monotonic())
            finished.wait(PAUSE)

    def roll(command: str) -> None:
        monkeypatch.setenv("CONSENT_SECRET_KEYS", servers[0].environ["CONSENT_SECRET_KEYS"])
        assert main(["keys", command]) == 0
        keys = capsys.readouterr().out.strip()
        for server in servers:
            server.environ["CONSENT_SECRET_KEYS"] = keys
            balancer.restart(server)

    with ThreadPoolExecutor(2) as pool:
        sign_ups = [pool.submit(sign_up_people, number) for number in range(2)]
        try:
            roll("add")
            roll("promote")
            # On a busy machine a sign-up takes as long as several restarts.
            until = time.monotonic() + 120
            while len(signed_in) <= ENOUGH and time.monotonic() < until:
                assert not any(future.done() for future in sign_ups)
                time.sleep(0.1)
        finally:
            finished.set()
        for future in sign_ups:
            future.result()
    assert len(signed_in) > ENOUGH

    # The former key can go once everything is encrypted with the new one.
    new, old = servers[0].environ["CONSENT_SECRET_KEYS"].split()
    monkeypatch.setenv("CONSENT_SECRET_KEYS", f"{new} {old}")
    assert main(["keys", "reencrypt"]) == 0
    assert capsys.readouterr().out.startswith("Encrypted ")
    servers[0].environ["CONSENT_SECRET_KEYS"] = new
    balancer.restart(servers[0])
    for server in servers:
        assert "ERROR" not in server.log.read_text()
