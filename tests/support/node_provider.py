"""The npm package oidc-provider, installed once under ``var/`` and run by node."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import httpx

from tests.support import npm
from tests.support.npm import MissingPackagesError
from tests.support.processes import end_with_parent, wait_until_it_answers

__all__ = ["MissingPackagesError", "NodeProvider"]

FILES = ("package.json", "package-lock.json", "provider.mjs")


class NodeProvider:
    """A provider in a separate process, with its own keys."""

    def __init__(self, project: Path, port: int, log: Path, *redirect_uris: str) -> None:
        """Install the provider if necessary, start it, and wait until it answers.

        Raises MissingPackagesError, and RuntimeError, with its log, if it does not answer.
        """
        folder = installed(project)
        self.url = f"http://localhost:{port}"
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                ["node", str(folder / "provider.mjs"), str(port), *redirect_uris],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=end_with_parent,
            )
        try:
            wait_until_it_answers(f"{self.url}/jwks", self._process, log)
        except BaseException:
            self.stop()
            raise

    def sign_in(self, url: str, name: str) -> dict[str, str]:
        """Go through the provider's pages from ``url`` as ``name``; return its final parameters."""
        with httpx.Client(trust_env=False, timeout=10) as browser:
            response = browser.get(url)
            while True:
                assert response.is_redirect, response.text
                target = str(response.next_request.url) if response.next_request else ""
                if not target.startswith(self.url):
                    parts = urlsplit(target)
                    return dict(parse_qsl(parts.query or parts.fragment))
                response = browser.get(target)
                if not response.is_redirect:
                    prompt = "login" if 'name="login"' in response.text else "consent"
                    value = {"login": name, "password": "any"} if prompt == "login" else {}
                    response = browser.post(target, data={"prompt": prompt, **value})

    def stop(self) -> None:
        """Stop it."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        finally:
            self._process.kill()


def installed(project: Path) -> Path:
    """Return a folder with the provider and its dependencies. Raises MissingPackagesError."""
    return npm.installed(project, "oidc", FILES)
