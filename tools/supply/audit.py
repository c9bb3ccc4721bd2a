"""``python -m tools.supply.audit``: known vulnerabilities of the packages in production.

pip-audit asks the package index, or OSV, about each pin of requirements.lock. The exit status is 1
if there is a vulnerability, and 2 if no service could be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

from tools.supply.packages import LOCK

SERVICES = ("pypi", "osv")
SECONDS = 300
UNREACHED = """\
Nothing is known: neither the package index nor OSV could tell of known vulnerabilities from here.
Run `make audit` where one of them can be reached, at least before each release.
"""


@dataclass(frozen=True, slots=True)
class Audit:
    """A service's answer: the packages that it does not know, and a line for each vulnerability."""

    packages: int
    unknown: tuple[str, ...]
    vulnerabilities: tuple[str, ...]


def audit(service: str) -> Audit | None:
    """Return a service's answer about production's packages, or None if it cannot be reached."""
    command = ["-m", "pip_audit", "--requirement", str(LOCK), "--disable-pip", "--require-hashes"]
    options = ["--progress-spinner", "off", "--format", "json", "--vulnerability-service", service]
    try:
        completed = subprocess.run(
            [sys.executable, *command, *options],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return read(completed.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def read(answer: str) -> Audit:
    """Parse pip-audit's JSON. Raises ValueError if it is invalid."""
    packages = json.loads(answer)["dependencies"]
    return Audit(
        packages=len(packages),
        unknown=tuple(package["name"] for package in packages if "skip_reason" in package),
        vulnerabilities=tuple(
            f"{package['name']} {package['version']}: {vulnerability['id']},"
            f" fixed in {', '.join(vulnerability['fix_versions']) or 'no release yet'}"
            for package in packages
            for vulnerability in package.get("vulns", ())
        ),
    )


def main() -> None:
    """Ask one service after the other until one answers."""
    for service in SERVICES:
        answer = audit(service)
        if answer is None or len(answer.unknown) == answer.packages:
            continue
        for line in answer.vulnerabilities:
            print(line, file=sys.stderr)
        if answer.unknown:
            print(f"Unknown packages: {', '.join(answer.unknown)}.", file=sys.stderr)
        count = len(answer.vulnerabilities)
        counted = answer.packages - len(answer.unknown)
        print(f"{counted} packages, {count} known vulnerabilities ({service}).")
        sys.exit(bool(count))
    print(UNREACHED, end="", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
