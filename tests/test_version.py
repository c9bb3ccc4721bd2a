"""The version of what is installed."""

from __future__ import annotations

import configparser
from pathlib import Path

from consent_app.version import version


def test_it_is_the_one_that_setup_cfg_names(project: Path) -> None:
    config = configparser.ConfigParser()
    config.read(project / "setup.cfg")
    assert version() == config["metadata"]["version"]
