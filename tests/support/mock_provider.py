"""oidc-provider-mock in a separate process: a complete provider that accepts any sign-in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.support.processes import end_with_parent, free_port, wait_until_it_answers

CLIENT = "consent-mock"
CALLBACK = "http://localhost/callback"


class MockProvider:
    """A provider on the loopback address. It generates new keys at each start."""

    def __init__(self, log: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers. Raises RuntimeError, with its log, if it does not."""
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "oidc_provider_mock", "--port", str(self.port)],
                env=os.environ | {"PYTHONWARNINGS": "ignore"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=end_with_parent,
            )
        wait_until_it_answers(f"{self.url}/jwks", self._process, self._log)

    def stop(self) -> None:
        """Stop it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(timeout=10)
            finally:
                self._process.kill()
                self._process = None

    def rotate(self) -> None:
        """Restart it with other keys at the same address."""
        self.stop()
        self.start()

    def id_token(self, subject: str, claims: dict[str, Any], *, client: str = CLIENT) -> str:
        """Sign in as ``subject`` with ``claims`` through the code flow; return the ID token."""
        with httpx.Client(base_url=self.url, timeout=10, trust_env=False) as browser:
            browser.put(f"/users/{subject}", json=claims).raise_for_status()
            query = {
                "client_id": client,
                "redirect_uri": CALLBACK,
                "response_type": "code",
                "scope": "openid email profile",
                "state": "s",
            }
            response = browser.post("/oauth2/authorize", params=query, data={"sub": subject})
            assert response.is_redirect, response.text
            code = parse_qs(urlsplit(response.headers["Location"]).query)["code"][0]
            body = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK}
            response = browser.post("/oauth2/token", data=body, auth=(client, "secret"))
            token: str = response.raise_for_status().json()["id_token"]
            return token
