"""The lock file: it locks what setup.cfg asks for, and names no place to fetch it from."""

from __future__ import annotations

import ast
import importlib.metadata
import itertools
import re
import sys
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def locked(project: Path) -> dict[str, str]:
    text = (project / "requirements.lock").read_text()
    pins = re.findall(r"^([a-z0-9-]+)==(\S+)(?: ; [^\\]+)? \\$", text, re.MULTILINE)
    return dict(pins)


@cache
def owners() -> Mapping[str, list[str]]:
    """Return the installed distributions that own each top-level name."""
    return importlib.metadata.packages_distributions()


def imported(source: str) -> Iterator[str]:
    """Yield the top-level names that a module imports, other than its own package's."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield node.module.partition(".")[0]


def not_locked(source: str, pins: dict[str, str]) -> set[str]:
    """Return the packages that a module imports, and production would not install."""
    others = set(imported(source)) - sys.stdlib_module_names - {"consent_app"}
    return {
        name
        for name in others
        if not any(canonicalize_name(owner) in pins for owner in owners().get(name, ()))
    }


@pytest.mark.parametrize("source", ["import playwright.sync_api", "from playwright import Page"])
def test_an_import_that_only_development_has_is_found(project: Path, source: str) -> None:
    assert not_locked(f"def visit():\n    {source}\n", locked(project)) == {"playwright"}
    assert not_locked("import os\nimport webob\nfrom . import x\n", locked(project)) == set()


def test_the_service_imports_only_what_is_locked(project: Path) -> None:
    pins = locked(project)
    unlocked = {
        f"{path.relative_to(project)}: {name}"
        for path in (project / "consent_app").rglob("*.py")
        for name in not_locked(path.read_text(encoding="utf-8"), pins)
    }
    advice = "production installs only requirements.lock: add it to setup.cfg, and run `make lock`"
    assert unlocked == set(), advice


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
