"""Every package that this project uses, from PyPI and npm, with its licence.

Packages in an installation or in the bundled scripts are shipped; all others are for development
and tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent
APPLICATION = "consent-app"
LOCK = ROOT / "requirements.lock"
NPM = {
    "clients/typescript": "the TypeScript client",
    "tools/gpp": "the banner script's GPP strings",
    "tools/panel": "the panel's bundle",
}
"""Folders whose packages are shipped, except the development ones."""

_SPDX = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL-3.0-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Repoze Public License": "LicenseRef-Repoze-BSD-derived",
    "Zope Public License": "ZPL-2.1",
    "Apache 2.0": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "MPL": "MPL-2.0",
    "MPL 2.0": "MPL-2.0",
}
"""The SPDX ids of licences that Python packages name in classifiers and free text."""

_SAID_ELSEWHERE = {
    # Only for Python before 3.11.3, and from 3.13 on, so usually not installed here.
    "async-timeout": "Apache-2.0",
    "legacy-cgi": "PSF-2.0",
    # Its lock names no licence; its LICENSE-MIT does.
    "reserved": "MIT",
}


@dataclass(frozen=True, order=True, slots=True)
class Package:
    """A package of ``PyPI`` or ``npm``, its SPDX licence, and whether we ship it."""

    source: str
    name: str
    licence: str
    is_shipped: bool
    version: str = ""


def packages() -> list[Package]:
    """Return every package once; it counts as shipped if it is shipped anywhere."""
    by_name: dict[tuple[str, str], Package] = {}
    for package in (*_python(), *_npm()):
        former = by_name.get((package.source, package.name))
        if former is None or (package.is_shipped and not former.is_shipped):
            by_name[package.source, package.name] = package
    return sorted(by_name.values(), key=lambda package: (package.source, package.name.lower()))


def locked() -> dict[str, str]:
    """Return the version of each package that production installs, by name, from the lock."""
    pins = re.findall(r"^([\w.-]+)==([^ ]+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    return {_canonical(name): version for name, version in pins}


def _python() -> Iterator[Package]:
    pins = locked()
    for name, version in pins.items():
        yield Package("PyPI", name, _licence_of(name), True, version)
    for name in _needed(APPLICATION, {"dev"}).keys() - pins.keys() - {APPLICATION}:
        yield Package("PyPI", name, _licence_of(name), False)


def dependencies() -> dict[tuple[str, str], set[str]]:
    """Return the names of the packages that each shipped package needs directly, by its source and
    name. Our own name is ``consent-app``, at both sources."""
    ours = distribution(APPLICATION).metadata.get_all("Provides-Extra") or []
    python = _needed(APPLICATION, {*ours} - {"dev"})
    by_package = {("PyPI", name): needed for name, needed in python.items()}
    for folder in NPM:
        for name, entry in _entries(ROOT / folder / "package-lock.json"):
            names = by_package.setdefault(("npm", name or APPLICATION), set())
            names.update(entry.get("dependencies", ()))
    return by_package


def _needed(root: str, extras: set[str]) -> dict[str, set[str]]:
    """Return the packages that a package with some of its extras needs in this environment,
    including itself, each with the names of those that it needs directly."""
    needed_by: dict[str, set[str]] = {}
    visited: set[tuple[str, str]] = set()
    waiting = [(root, extra) for extra in ("", *extras)]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in visited:
            continue
        visited.add((name, extra))
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        needed = needed_by.setdefault(name, set())
        for text in requires:
            need = Requirement(text)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                needed.add(_canonical(need.name))
                waiting += [(_canonical(need.name), item) for item in ("", *need.extras)]
    return needed_by


def _licence_of(name: str) -> str:
    if name in _SAID_ELSEWHERE:
        return _SAID_ELSEWHERE[name]
    try:
        return said_by(distribution(name))
    except PackageNotFoundError:
        return ""


def said_by(package: Distribution) -> str:
    """Return a package's licence as an SPDX id, or as the package names it if that is unknown."""
    metadata = package.metadata
    if expression := metadata.get("License-Expression"):
        return expression
    classifiers = [
        item.rpartition(" :: ")[2]
        for item in metadata.get_all("Classifier") or ()
        if item.startswith("License :: ")
    ]
    licences = {_SPDX[classifier] for classifier in classifiers if classifier in _SPDX}
    if licences:
        return " OR ".join(sorted(licences))
    text = (metadata.get("License") or "").partition("\n")[0]
    return _SPDX.get(text, text)


def _npm() -> Iterator[Package]:
    for lock in sorted(ROOT.glob("*/**/package-lock.json")):
        folder = str(lock.parent.relative_to(ROOT))
        if folder.startswith("var/") or "node_modules" in folder:
            continue
        for name, package in _entries(lock):
            if name:
                yield Package(
                    source="npm",
                    name=name,
                    licence=package.get("license") or _SAID_ELSEWHERE.get(name, ""),
                    is_shipped=folder in NPM and not package.get("dev"),
                    version=package.get("version", ""),
                )


def _entries(lock: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the packages of an npm lock; our own has no name."""
    for place, entry in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
        yield place.rpartition("node_modules/")[2], entry


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
