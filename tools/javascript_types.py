"""``python -m tools.javascript_types``: check the types of the served JavaScript.

The panel's modules are checked strictly, with the types of their JSDoc and of ``vendor.d.ts``. The
banner script's modules have few types: the check finds names that do not exist, and calls with the
wrong arguments. Without Node.js the command says so and passes, unless ``REQUIRE_ALL`` is set.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.support.machine import REQUIRE_ALL
from tests.support.npm import MissingPackagesError
from tools.banner_modules import SOURCE as BANNER_SCRIPT
from tools.panel_modules import ASSETS, BUNDLE, ROOT, SOURCE, installed_packages


def _projects(modules: Path) -> dict[str, dict[str, Any]]:
    base = str(SOURCE / "tsconfig.json")
    panel = {
        "extends": base,
        "compilerOptions": {
            "baseUrl": str(ROOT),
            "typeRoots": [str(modules / "@types")],
            "paths": {"*": [f"{modules}/*", f"{modules}/@types/*"]},
        },
        "include": [f"{ASSETS}/**/*.js", f"{ASSETS}/**/*.d.ts"],
        "exclude": [str(BUNDLE)],
    }
    banner_script = {
        "extends": base,
        "compilerOptions": {"strict": False},
        "include": [f"{BANNER_SCRIPT}/*.js", f"{BANNER_SCRIPT}/*.d.ts"],
    }
    return {"panel": panel, "banner_script": banner_script}


def check() -> int:
    """Run tsc over each project; return the highest exit status. Raises MissingPackagesError."""
    modules = installed_packages() / "node_modules"
    command, statuses = [str(modules / ".bin" / "tsc"), "--project"], [0]
    with tempfile.TemporaryDirectory(dir=ROOT / "var") as folder:
        for name, config in _projects(modules).items():
            path = Path(folder) / f"{name}.json"
            path.write_text(json.dumps(config), encoding="utf-8")
            statuses.append(subprocess.run([*command, str(path)], check=False).returncode)
    return max(statuses)


def main() -> int:
    """Run the check, and return the exit status."""
    try:
        return check()
    except MissingPackagesError as error:
        print(f"The types of the JavaScript were not checked. {error}.", file=sys.stderr)
        return int(REQUIRE_ALL)


if __name__ == "__main__":
    sys.exit(main())
