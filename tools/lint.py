"""``python -m tools.lint``: lint openapi.yaml with redocly and spectral. Warnings are failures.

The linters are npm packages, locked in ``tests/linters``. Without Node.js the command says so and
passes, unless ``REQUIRE_ALL=1`` is set, as in ``.ci/run``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.machine import REQUIRE_ALL
from tests.support.npm import MissingPackagesError, installed

ROOT = Path(__file__).resolve().parent.parent
FILES = ("package.json", "package-lock.json")


def commands(packages: Path, document: Path) -> dict[str, list[str]]:
    """Return each linter's command line; ``packages`` is where ``tests/linters`` is installed."""
    tools = packages / "node_modules" / ".bin"
    rules = ROOT / "tests" / "linters"
    return {
        "redocly": [
            *(str(tools / "redocly"), "lint", str(document), "--max-problems", "1000"),
            *("--config", str(rules / "redocly.yaml"), "--format", "github-actions"),
        ],
        "spectral": [
            *(str(tools / "spectral"), "lint", str(document), "--fail-severity", "hint"),
            *("--ruleset", str(rules / "spectral.yaml"), "--quiet"),
        ],
    }


def lint(packages: Path, document: Path) -> list[str]:
    """Return the output of each linter that found a problem."""
    complaints = []
    environ = os.environ | {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    for name, command in commands(packages, document).items():
        completed = subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
        )
        # redocly passes despite warnings; in this format each is a line on stdout.
        if completed.returncode or (name == "redocly" and "::" in completed.stdout):
            complaints.append(f"{name}:\n{completed.stdout}{completed.stderr}")
    return complaints


def main() -> None:
    """Lint openapi.yaml. Prints the problems, and exits with status 1 if there are any."""
    try:
        packages = installed(ROOT, "linters", FILES)
    except MissingPackagesError as error:
        print(f"openapi.yaml was not linted. {error}.", file=sys.stderr)
        sys.exit(int(REQUIRE_ALL))
    complaints = lint(packages, ROOT / "openapi.yaml")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        sys.exit(1)
    print("openapi.yaml: redocly and spectral found no problems.")


if __name__ == "__main__":
    main()
