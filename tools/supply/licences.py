"""``python -m tools.supply.licences``: write docs/licences.md, or ``--check`` it and the licences.

Everything we ship must be compatible with Apache-2.0. Development dependencies may have other
licences. A package that development only needs on another version of Python may be missing on the
page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

from tools.supply.packages import NPM, ROOT, Package, packages

PAGE = ROOT / "docs" / "licences.md"
SHIPPED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MIT-CMU"),
        *("PSF-2.0", "ZPL-2.1", "LicenseRef-Repoze-BSD-derived"),
        # File-level copyleft: our files keep their licence, and theirs are shipped unchanged.
        "MPL-2.0",
    }
)
DEVELOPMENT = SHIPPED | {"BlueOak-1.0.0", "CC0-1.0", "Python-2.0", "Unlicense"}
ALLOWED_BY_NAME = {
    ("PyPI", "psycopg2-binary"): (
        "LGPL-3.0-or-later",
        "a library, loaded and not changed; an operator can put another build in its place",
    ),
    ("PyPI", "codespell"): (
        "GPL-2.0-only",
        "a program that reads our words in development; nothing of it is shipped or linked",
    ),
}
HEAD = """\
# Licences

All dependencies of this project, with the [SPDX](https://spdx.org/licenses/) ids of their licences.
The licences of shipped packages must be compatible with Apache-2.0; packages for development and
tests may have others. `make licences` writes this page. `make check` fails if the page is out of
date, or if a licence is not allowed (`tools/supply/licences.py`). `make sbom` writes the bill of
materials, with versions, as CycloneDX.

<!-- Written by `make licences` from the installed packages and the locks; not edited by hand. -->

"""


def refusals(project_packages: Iterable[Package]) -> Iterator[str]:
    """Yield each package whose licence is not allowed for its use."""
    for package in project_packages:
        exception = ALLOWED_BY_NAME.get((package.source, package.name))
        if exception is not None and exception[0] == package.licence:
            continue
        allowed = SHIPPED if package.is_shipped else DEVELOPMENT
        if not allowed >= set(_names(package.licence)) or not package.licence:
            use = "shipped" if package.is_shipped else "used in development"
            licence = package.licence or "no known licence"
            yield f"{package.source}: {package.name} is {use} under {licence}"


def _names(expression: str) -> list[str]:
    return [name for name in re.findall(r"[\w.-]+", expression) if name not in ("AND", "OR")]


def page(project_packages: Iterable[Package]) -> str:
    """Return docs/licences.md."""
    listed = list(project_packages)
    parts = [HEAD]
    parts.append("## Installed in production\n\nThe packages of `requirements.lock`.\n\n")
    parts.append(
        _table(package for package in listed if package.is_shipped and package.source == "PyPI")
    )
    within = ", ".join(f"{product} (`{folder}`)" for folder, product in NPM.items())
    parts.append(f"\n## Bundled or needed by what we ship of JavaScript\n\nFrom {within}.\n\n")
    parts.append(
        _table(package for package in listed if package.is_shipped and package.source == "npm")
    )
    parts.append("\n## Used in development alone\n\n| licence | packages |\n|---|---|\n")
    parts.append(_grouped(package for package in listed if not package.is_shipped))
    parts.append("\n## Allowed by name\n\n| package | licence | why |\n|---|---|---|\n")
    for (source, name), (licence, why) in ALLOWED_BY_NAME.items():
        parts.append(f"| {name} ({source}) | {licence or 'none said'} | {why} |\n")
    return "".join(parts)


def _table(listed: Iterable[Package]) -> str:
    rows = [f"| {package.name} | {package.licence} |\n" for package in listed]
    return "| package | licence |\n|---|---|\n" + "".join(rows)


def _grouped(listed: Iterable[Package]) -> str:
    by_licence: dict[str, list[str]] = {}
    for package in listed:
        by_licence.setdefault(package.licence or "none said", []).append(package.name)
    return "".join(
        f"| {licence} | {', '.join(names)} |\n" for licence, names in sorted(by_licence.items())
    )


def is_todays(text: str, project_packages: Iterable[Package]) -> bool:
    """Return whether a page lists every package with its licence.

    It may list more development packages, because these depend on the version of Python."""
    present = list(project_packages)
    shipped, _, development = text.partition("\n## Used in development alone")
    production = page(present).partition("\n## Used in development alone")[0]
    listed = {
        (licence.strip(), name.strip())
        for licence, names in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", development, re.MULTILINE)
        for name in names.split(",")
    }
    return shipped == production and all(
        (package.licence or "none said", package.name) in listed
        for package in present
        if not package.is_shipped
    )


def main() -> None:
    """Write the page, or with ``--check`` exit with status 1 if it or a licence is wrong."""
    project_packages = packages()
    refused = list(refusals(project_packages))
    for refusal in refused:
        print(refusal, file=sys.stderr)
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(page(project_packages), encoding="utf-8")
    elif not PAGE.is_file() or not is_todays(PAGE.read_text(encoding="utf-8"), project_packages):
        name = PAGE.relative_to(ROOT)
        print(f"{name} is out of date: run make licences", file=sys.stderr)
        sys.exit(1)
    sys.exit(bool(refused))


if __name__ == "__main__":
    main()
