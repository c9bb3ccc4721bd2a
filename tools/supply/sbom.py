"""``python -m tools.supply.sbom FILE``: write the bill of materials of what we ship, as CycloneDX.

cyclonedx-py reads the lock; the licences, and the packages of npm within the bundles, come from
``packages``. The same sources give the same file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from consent_app.version import version
from tools.supply.packages import LOCK, Package, packages


def bill_of_materials() -> str:
    """Return the bill as JSON. Raises ValueError when it is not valid CycloneDX 1.6."""
    bill = _of_the_lock()
    bill["metadata"]["component"] = {
        "type": "application",
        "bom-ref": "consent-app",
        "name": "consent-app",
        "version": version(),
        "licenses": [{"license": {"id": "Apache-2.0"}}],
    }
    shipped = [each for each in packages() if each.is_shipped]
    licences = {each.name: each.licence for each in shipped if each.source == "PyPI"}
    for component in bill["components"]:
        # cyclonedx-py gives one for each requirement line.
        component["bom-ref"] = component["purl"]
        component["licenses"] = _licences(licences[component["name"]])
        component.pop("description", None)
        component.pop("externalReferences", None)
    bill["components"] += [_of_npm(each) for each in shipped if each.source == "npm"]
    bill["dependencies"] = [
        {"ref": "consent-app", "dependsOn": [each["bom-ref"] for each in bill["components"]]}
    ]
    text = json.dumps(bill, indent=2) + "\n"
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(str(error))
    return text


def _of_the_lock() -> dict[str, Any]:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "cyclonedx_py", "requirements", str(LOCK)),
            *("--output-reproducible", "--spec-version", "1.6", "--output-format", "JSON"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    bill: dict[str, Any] = json.loads(done.stdout)
    return bill


def _of_npm(package: Package) -> dict[str, Any]:
    purl = f"pkg:npm/{package.name.replace('@', '%40')}@{package.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "licenses": _licences(package.licence),
    }


def _licences(expression: str) -> list[dict[str, Any]]:
    return [{"expression": expression}]


def main() -> None:
    """Write the bill into the file that is named."""
    target = Path(sys.argv[1])
    target.write_text(bill_of_materials(), encoding="utf-8")
    print(f"{target} is the bill of materials (CycloneDX 1.6).")


if __name__ == "__main__":
    main()
