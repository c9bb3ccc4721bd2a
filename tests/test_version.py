"""The version of what is installed."""

from __future__ import annotations

import configparser
from pathlib import Path

from consent_app.version import version


def test_the_version_is_that_of_setup_cfg(project: Path) -> None:
    config = configparser.ConfigParser()
    config.read(project / "setup.cfg")
    assert version() == config["metadata"]["version"]
