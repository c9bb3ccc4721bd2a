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
from tools.supply.packages import APPLICATION, Package, dependencies, packages


def bill_of_materials() -> str:
    """Return the bill of materials as JSON. Raises ValueError if it is not valid CycloneDX 1.6."""
    shipped = [package for package in packages() if package.is_shipped]
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": APPLICATION,
                "name": APPLICATION,
                "version": version(),
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
            "properties": [{"name": "cdx:reproducible", "value": "true"}],
        },
        "components": [_component(package) for package in shipped],
        "dependencies": _dependencies(shipped),
    }
    text = json.dumps(bill, indent=2) + "\n"
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(str(error))
    return text


def _dependencies(shipped: list[Package]) -> list[dict[str, Any]]:
    purls = {(package.source, package.name): _purl(package) for package in shipped}
    needed: dict[str, set[str]] = {purl: set() for purl in (APPLICATION, *purls.values())}
    for (source, name), names in dependencies().items():
        ref = APPLICATION if name == APPLICATION else purls.get((source, name))
        if ref is not None:
            needed[ref].update(purls[source, item] for item in names if (source, item) in purls)
    return [{"ref": ref, "dependsOn": sorted(refs)} for ref, refs in needed.items()]


def _purl(package: Package) -> str:
    kind = {"PyPI": "pypi", "npm": "npm"}[package.source]
    return f"pkg:{kind}/{package.name.replace('@', '%40')}@{package.version}"


def _component(package: Package) -> dict[str, Any]:
    purl = _purl(package)
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
