"""``python -m contract.clients``: generate the clients' inner halves from openapi.yaml.

The hand-written faces beside them stay. What was generated names the document that it came from by
its SHA-256; ``--check`` (in ``make check``) fails when that is not today's.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "openapi.yaml"
PYTHON = ROOT / "clients" / "python" / "consent_client" / "generated"
STAMP = "openapi.yaml.sha256"
# What a formatter makes of the code would depend on which one is there.
CONFIG = "package_name_override: generated\npost_hooks: []\n"


def digest(document: Path = DOCUMENT) -> str:
    """Return the SHA-256 of the document, as hexadecimal digits."""
    return hashlib.sha256(document.read_bytes()).hexdigest()


def stale(document: Path = DOCUMENT, trees: tuple[Path, ...] = (PYTHON,)) -> list[Path]:
    """Return the generated trees that did not come from this document."""
    wanted = digest(document)
    stamps = {tree: tree / STAMP for tree in trees}
    return [
        tree
        for tree, stamp in stamps.items()
        if not stamp.is_file() or stamp.read_text(encoding="ascii").strip() != wanted
    ]


def generate_python() -> None:
    """Write ``clients/python/consent_client/generated`` anew."""
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "config.yaml"
        config.write_text(CONFIG, encoding="utf-8")
        target = Path(name) / "generated"
        subprocess.run(
            [
                *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
                *("--path", str(DOCUMENT), "--config", str(config), "--output-path", str(target)),
                "--fail-on-warning",
            ],
            check=True,
        )
        for path in target.rglob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            text = "\n".join(line.rstrip() for line in lines).strip("\n")
            path.write_text(f"{text}\n" if text else "", encoding="utf-8")
        (target / STAMP).write_text(f"{digest()}\n", encoding="ascii")
        shutil.rmtree(PYTHON, ignore_errors=True)
        PYTHON.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(target, PYTHON, ignore=shutil.ignore_patterns("__pycache__", ".*"))


def main() -> None:
    """Generate, or with ``--check`` leave with 1 when something generated is out of date."""
    if sys.argv[1:] != ["--check"]:
        generate_python()
        return
    for tree in stale():
        print(f"{tree.relative_to(ROOT)} is not of today's openapi.yaml: make clients")
    sys.exit(bool(stale()))


if __name__ == "__main__":
    main()
