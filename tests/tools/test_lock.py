"""The lock file: it locks what setup.cfg asks for, and names no place to fetch it from."""

from __future__ import annotations

import itertools
import re
from configparser import ConfigParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def locked(project: Path) -> dict[str, str]:
    text = (project / "requirements.lock").read_text()
    pins = re.findall(r"^([a-z0-9-]+)==(\S+)(?: ; [^\\]+)? \\$", text, re.MULTILINE)
    return dict(pins)


def test_every_dependency_is_locked_within_its_range(project: Path) -> None:
    config = ConfigParser()
    config.read(project / "setup.cfg")
    pins = locked(project)
    extras = config["options.extras_require"]
    requirements = (config["options"]["install_requires"], extras["redis"], extras["otel"])
    for line in "\n".join(text.strip() for text in requirements).splitlines():
        requirement = Requirement(line)
        version = pins.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name}: run `make lock`"
        assert requirement.specifier.contains(version), f"{requirement.name}: run `make lock`"


def test_every_pin_has_hashes_and_nothing_says_where_from(project: Path) -> None:
    text = (project / "requirements.lock").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all(re.match(r"[a-z0-9-]+==|    --hash=sha256:", line) for line in lines)
    for line, following in itertools.pairwise(lines):
        if "==" in line:
            assert following.lstrip().startswith("--hash=sha256:")
