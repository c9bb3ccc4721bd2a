"""npm packages that tests need, each set installed once under ``var/`` from its lock file."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

HOW_TO_GET = "Install Node.js 20 or newer with npm (Debian: apt-get install nodejs npm)"
MIN_NODE_VERSION = 20
INSTALL_SECONDS = 180


class MissingPackagesError(Exception):
    """The packages cannot be installed. The message says why, and how to solve that."""


def installed(project: Path, name: str, files: Sequence[str], *, within: str = "tests") -> Path:
    """Return a folder that has ``files`` of ``tests/<name>`` and the packages locked there.

    ``within`` is the project folder that contains ``name``, if it is not ``tests``. Raises
    MissingPackagesError.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise MissingPackagesError(f"Node.js or npm was not found. {HOW_TO_GET}")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    match = re.match(r"v(\d+)", version.stdout)
    if match is None or int(match[1]) < MIN_NODE_VERSION:
        raise MissingPackagesError(f"Node.js {version.stdout.strip()} is too old. {HOW_TO_GET}")
    source = project / within / name
    digest = hashlib.sha256(b"".join((source / file).read_bytes() for file in files))
    target = project / "var" / "tests" / f"npm-{name}-{digest.hexdigest()[:12]}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        _install(source, files, target)
    return target


def _install(source: Path, files: Sequence[str], target: Path) -> None:
    # Written to a temporary folder and then moved, so that no other process sees it half finished.
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name) / source.name
        folder.mkdir()
        for file in files:
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
            raise MissingPackagesError(
                f"The npm packages of {source.parent.name}/{source.name} could not be installed."
                " Let npm reach a registry, and see what `npm ci` says there"
                f" ({type(error).__name__})"
            ) from None
        try:
            folder.rename(target)
        except OSError:
            # Another process was faster, and installed the same packages.
            if not target.exists():
                raise
