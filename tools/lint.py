"""``python -m tools.lint``: redocly and spectral over openapi.yaml, without a warning.

They are npm packages, locked in ``tests/linters``. Without Node.js this says so and passes, unless
``REQUIRE_ALL=1`` is set, as in ``.ci/run``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.npm import NotToBeHadError, installed

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
    """Return what each linter complains of, a text for each that does."""
    complaints = []
    environ = os.environ | {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    for name, command in commands(packages, document).items():
        done = subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
        )
        # redocly passes with warnings; in this format each is a line on stdout.
        if done.returncode or (name == "redocly" and "::" in done.stdout):
            complaints.append(f"{name}:\n{done.stdout}{done.stderr}")
    return complaints


def main() -> None:
    """Lint openapi.yaml; leave with 1 and the complaints if there are any."""
    try:
        packages = installed(ROOT, "linters", FILES)
    except NotToBeHadError as error:
        print(f"openapi.yaml was not linted. {error}.", file=sys.stderr)
        sys.exit(1 if os.environ.get("REQUIRE_ALL") else 0)
    complaints = lint(packages, ROOT / "openapi.yaml")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        sys.exit(1)
    print("openapi.yaml: redocly and spectral have no complaint.")


if __name__ == "__main__":
    main()
