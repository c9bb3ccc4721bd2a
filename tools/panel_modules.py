"""``python -m tools.panel_modules``: bundle the panel's dependencies.

The server joins the panel's own modules without compiling them. Their dependencies from npm and
from the TypeScript client are one module, ``consent_app/panel/assets/vendor.js``, bundled from
``tools/panel/entry.js``, so that running the service does not need Node.js. The stamp next to it is
the SHA-256 of its sources, and ``vendor.NOTICE.txt`` has the versions and licences. ``--check``
fails if the stamp is out of date.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.npm import MissingPackagesError, installed
from tools.digests import digest_of, is_stale

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tools" / "panel"
CLIENT = ROOT / "clients" / "typescript" / "src"
ASSETS = ROOT / "consent_app" / "panel" / "assets"
BUNDLE, STAMP, NOTICE = (
    ASSETS / name for name in ("vendor.js", "vendor.sha256", "vendor.NOTICE.txt")
)
PACKAGES = ("package.json", "package-lock.json")
# The bundled modules of others, whose licences the notice needs. The client is part of this
# project.
BUNDLED = ("@preact/signals", "@preact/signals-core", "htm", "openapi-fetch", "preact")


def digest() -> str:
    """Return the SHA-256 of the bundle's sources, as hexadecimal digits."""
    files = [*(SOURCE / name for name in (*PACKAGES, "entry.js")), *sorted(CLIENT.glob("*.ts"))]
    return digest_of(files)


def stale() -> bool:
    """Return whether the bundle is out of date."""
    return is_stale(STAMP, digest())


def bundle() -> None:
    """Write the bundle, its stamp and its notice. Raises MissingPackagesError."""
    packages = installed_packages()
    with tempfile.TemporaryDirectory(dir=ROOT / "var") as name:
        # The entry imports the client by its path below the project.
        entry = Path(name) / "a" / "entry.js"
        entry.parent.mkdir()
        text = (SOURCE / "entry.js").read_text(encoding="utf-8")
        entry.write_text(text.replace("../../clients", str(ROOT / "clients")), encoding="utf-8")
        command = [
            *(str(packages / "node_modules" / ".bin" / "esbuild"), str(entry), "--bundle"),
            *("--format=esm", "--minify", "--target=es2022", "--legal-comments=none"),
            f"--outfile={BUNDLE}",
        ]
        subprocess.run(
            command,
            check=True,
            env=os.environ | {"NODE_PATH": str(packages / "node_modules")},
        )
    STAMP.write_text(f"{digest()}\n", encoding="ascii")
    NOTICE.write_text(_notice(packages / "node_modules"), encoding="utf-8")


def _notice(modules: Path) -> str:
    parts = ["vendor.js holds the following packages of npm, beside this project's own client.\n"]
    for name in BUNDLED:
        package = json.loads((modules / name / "package.json").read_text(encoding="utf-8"))
        licence = next(iter((modules / name).glob("LICENSE*")), None)
        if licence is None:
            raise FileNotFoundError(f"{name} has no licence's text")
        text = licence.read_text(encoding="utf-8").strip("\n")
        lines = "\n".join(line.rstrip() for line in text.splitlines())
        parts.append(f"{name} {package['version']}, {package['license']}\n\n{lines}\n")
    return f"\n{'=' * 80}\n\n".join(parts)


def installed_packages() -> Path:
    """Return the folder with ``tools/panel``'s installed packages. Raises MissingPackagesError."""
    (ROOT / "var").mkdir(exist_ok=True)
    return installed(ROOT, "panel", PACKAGES, within="tools")


def main() -> int:
    """Write the bundle, or with ``--check`` check it, and return the exit status."""
    argv = sys.argv[1:]
    if argv == ["--check"]:
        if stale():
            print(f"{BUNDLE.relative_to(ROOT)} is out of date: run make clients")
        return int(stale())
    try:
        bundle()
    except MissingPackagesError as error:
        print(f"The panel's modules were not bundled. {error}.", file=sys.stderr)
        return int(stale())
    return 0


if __name__ == "__main__":
    sys.exit(main())
