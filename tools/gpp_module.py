"""``python -m tools.gpp_module``: bundle the npm packages of the banner script's file for GPP.

``consent_app/banner_script/vendor/gpp.js`` is bundled from ``tools/gpp/entry.js``, so that running
the service does not need Node.js. The stamp next to it is the SHA-256 of its sources, and
``gpp.NOTICE.txt`` has the version and the licence. ``make clients`` bundles it again if necessary.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.npm import MissingPackagesError, installed
from tools.digests import digest_of, is_stale

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tools" / "gpp"
VENDOR = ROOT / "consent_app" / "banner_script" / "vendor"
BUNDLE, STAMP, NOTICE = (VENDOR / name for name in ("gpp.js", "gpp.sha256", "gpp.NOTICE.txt"))
PACKAGES = ("package.json", "package-lock.json")
LIBRARY = "@iabgpp/cmpapi"
GLOBAL = "__gppLibrary"


def packages() -> Path:
    """Return the folder of the bundle's sources. Raises MissingPackagesError."""
    (ROOT / "var").mkdir(exist_ok=True)
    return installed(ROOT, "gpp", PACKAGES, within="tools")


def digest() -> str:
    """Return the SHA-256 of the bundle's sources, as hexadecimal digits."""
    return digest_of(SOURCE / name for name in (*PACKAGES, "entry.js"))


def stale() -> bool:
    """Return whether the bundle is out of date."""
    return is_stale(STAMP, digest())


def bundle() -> None:
    """Write the bundle, its stamp and its notice. Raises MissingPackagesError."""
    modules = packages() / "node_modules"
    package = json.loads((modules / LIBRARY / "package.json").read_text(encoding="utf-8"))
    credit = f"{LIBRARY} {package['version']}, IAB Tech Lab, {package['license']}"
    command = [
        *(str(modules / ".bin" / "esbuild"), str(SOURCE / "entry.js"), "--bundle"),
        *("--format=iife", f"--global-name={GLOBAL}", "--minify", "--target=es2020"),
        *(f"--banner:js=/*! {credit} */", "--legal-comments=none", f"--outfile={BUNDLE}"),
    ]
    VENDOR.mkdir(exist_ok=True)
    subprocess.run(command, check=True, env=os.environ | {"NODE_PATH": str(modules)})
    # The package names its licence, but does not include its text.
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    source = package["repository"]["url"].removeprefix("git+").removesuffix(".git")
    NOTICE.write_text(
        f"gpp.js holds the following package of npm.\n\n{credit}\n{source}\n\n{licence}",
        encoding="utf-8",
    )
    STAMP.write_text(f"{digest()}\n", encoding="ascii")


def main() -> int:
    """Create the bundle, and return the exit status."""
    try:
        bundle()
    except MissingPackagesError as error:
        print(f"The file for GPP was not bundled. {error}.", file=sys.stderr)
        return int(stale())
    return 0


if __name__ == "__main__":
    sys.exit(main())
