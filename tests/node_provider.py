"""The npm package oidc-provider, installed once under ``var/`` and run by node."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.processes import end_with_parent

HOW_TO_GET = "Install Node.js 20 or newer with npm (Debian: apt-get install nodejs npm)"
LEAST_NODE = 20
INSTALL_SECONDS = 180
START_SECONDS = 30
FILES = ("package.json", "package-lock.json", "provider.mjs")


class NotToBeHadError(Exception):
    """The provider cannot run here. The message says why, and how to get what is missing."""


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
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotToBeHadError(f"Node.js or npm was not found. {HOW_TO_GET}")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    found = re.match(r"v(\d+)", version.stdout)
    if found is None or int(found[1]) < LEAST_NODE:
        raise NotToBeHadError(f"Node.js {version.stdout.strip()} is too old. {HOW_TO_GET}")
    source = project / "tests" / "oidc"
    digest = hashlib.sha256(b"".join((source / name).read_bytes() for name in FILES))
    target = project / "var" / "tests" / f"oidc-provider-{digest.hexdigest()[:12]}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        _install(source, target)
    return target


def _install(source: Path, target: Path) -> None:
    # Beside its place and then moved there: no other process meets it half done.
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name) / "oidc-provider"
        folder.mkdir()
        for file in FILES:
            shutil.copy(source / file, folder)
        try:
            subprocess.run(
                ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                cwd=folder,
                env=os.environ | {"npm_config_update_notifier": "false"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=INSTALL_SECONDS,
                check=True,
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise NotToBeHadError(
                "The npm package oidc-provider could not be installed. Let npm reach a registry,"
                f" and see what `npm ci` says in tests/oidc ({type(error).__name__})"
            ) from None
        try:
            folder.rename(target)
        except OSError:
            # Another process was faster; what it installed is the same.
            if not target.exists():
                raise
