"""The version of what is installed, and of everything that a release consists of."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from pathlib import Path

from consent_app.version import version


def test_the_version_is_that_of_setup_cfg(project: Path) -> None:
    config = configparser.ConfigParser()
    config.read(project / "setup.cfg")
    assert version() == config["metadata"]["version"]


def test_the_document_and_the_clients_have_the_version_of_the_service(project: Path) -> None:
    clients = project / "clients"
    documented = re.search(r"^  version: (\S+)$", (project / "openapi.yaml").read_text(), re.M)
    package, lock = (
        json.loads((clients / "typescript" / name).read_text())
        for name in ("package.json", "package-lock.json")
    )
    source = (clients / "typescript" / "src" / "http.ts").read_text()
    versions = {
        "openapi.yaml": documented and documented[1],
        "python": tomllib.loads((clients / "python" / "pyproject.toml").read_text())["project"][
            "version"
        ],
        "package.json": package["version"],
        "package-lock.json": lock["version"],
        "package-lock.json, packages": lock["packages"][""]["version"],
        "http.ts": (re.findall(r'^export const VERSION = "(.+)";$', source, re.M) or [None])[0],
    }
    assert versions == dict.fromkeys(versions, version())
