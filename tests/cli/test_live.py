"""The service as a whole: server and worker side by side."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from tests.support.factories import unique
from tests.support.live_server import LiveServer


def test_a_registration_is_answered_and_its_mail_sent(live_server: LiveServer) -> None:
    address = f"{unique('someone')}@example.org"
    body = {"email": address, "password": "a long enough password"}
    request = urllib.request.Request(
        f"{live_server.url}/v1/auth/register",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        assert response.status == 201
    mail = live_server.mailbox.newest(address)
    assert "confirm" in mail["Subject"]
    assert f"{live_server.url}/confirm#token=" in live_server.mailbox.text(mail)


def test_the_log_has_paths_but_no_query_strings(live_server: LiveServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(f"{live_server.url}/v1/health/live?x=secret", timeout=30)
    raised.value.close()
    log = live_server.log.read_text()
    assert "GET /v1/health/live 400 " in log
    assert "secret" not in log
