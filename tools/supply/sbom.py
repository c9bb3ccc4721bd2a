"""``python -m tools.supply.sbom FILE``: write the bill of materials of what we ship, as CycloneDX.

Python's packages come from the lock, npm's from the bundles' locks. The same sources give the same
file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from consent_app.version import version
from tools.supply.packages import Package, packages


def bill_of_materials() -> str:
    """Return the bill of materials as JSON. Raises ValueError if it is not valid CycloneDX 1.6."""
    components = [_component(package) for package in packages() if package.is_shipped]
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "consent-app",
                "name": "consent-app",
                "version": version(),
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
            "properties": [{"name": "cdx:reproducible", "value": "true"}],
        },
        "components": components,
        "dependencies": [
            {
                "ref": "consent-app",
                "dependsOn": [component["bom-ref"] for component in components],
            }
        ],
    }
    text = json.dumps(bill, indent=2) + "\n"
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(str(error))
    return text


def _component(package: Package) -> dict[str, Any]:
    kind = {"PyPI": "pypi", "npm": "npm"}[package.source]
    purl = f"pkg:{kind}/{package.name.replace('@', '%40')}@{package.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "licenses": [{"expression": package.licence}],
    }


def main() -> None:
    """Write the bill of materials to the given file."""
    target = Path(sys.argv[1])
    target.write_text(bill_of_materials(), encoding="utf-8")
    print(f"{target} written: the bill of materials (CycloneDX 1.6).")


if __name__ == "__main__":
    main()
