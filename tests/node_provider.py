"""The npm package oidc-provider, installed once under ``var/`` and run by node."""

from __future__ import annotations

import subprocess
import time
import urllib.request
from pathlib import Path

from tests import npm
from tests.npm import NotToBeHadError
from tests.processes import end_with_parent

__all__ = ["NodeProvider", "NotToBeHadError"]

START_SECONDS = 30
FILES = ("package.json", "package-lock.json", "provider.mjs")


class NodeProvider:
    """A provider in a process of its own, with keys of its own."""

    def __init__(self, project: Path, port: int, redirect_uri: str, log: Path) -> None:
        """Install if need be, start, and wait until it answers.

        Raises NotToBeHadError, and RuntimeError, with its log, when it does not answer.
        """
        folder = installed(project)
        self.url = f"http://localhost:{port}"
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                ["node", str(folder / "provider.mjs"), str(port), redirect_uri],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=end_with_parent,
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/jwks", timeout=5):
                    return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    self.stop()
                    raise RuntimeError(log.read_text()) from None
                time.sleep(0.05)

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        finally:
            self._process.kill()


def installed(project: Path) -> Path:
    """Return a folder that holds the provider and all that it needs, exactly as it is locked.

    Raises NotToBeHadError.
    """
    return npm.installed(project, "oidc", FILES)
