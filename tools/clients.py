"""``python -m tools.clients``: generate the generated parts of the clients from openapi.yaml.

The hand-written parts stay unchanged. Generated code contains the SHA-256 of its document;
``--check`` (in ``make check``) fails if that has changed. Without Node.js, TypeScript's part is not
generated, and the command says so. The command also bundles the banner script
(``tools.banner_modules``) and the npm packages of the panel (``tools.panel_modules``) and of the
banner script (``tools.gpp_module``), and writes the document as OpenAPI 3.0 for other generators.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.npm import MissingPackagesError, installed
from tools import banner_modules, gpp_module, panel_modules, python_client, three_zero
from tools.digests import digest_of, is_stale

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "openapi.yaml"
PYTHON = ROOT / "clients" / "python" / "consent_client" / "generated"
TYPESCRIPT = ROOT / "clients" / "typescript" / "src" / "generated"
THREE_ZERO = ROOT / "clients" / "openapi-3.0.yaml"
STAMP = "openapi.yaml.sha256"
# The result of a formatter would depend on which one is installed.
CONFIG = "package_name_override: generated\npost_hooks: []\n"
PACKAGES = ("package.json", "package-lock.json")
# A member with a default may be omitted in requests.
OPTIONS = ("--default-non-nullable=false", "--root-types", "--root-types-no-schema-prefix")


def digest(document: Path = DOCUMENT) -> str:
    """Return the SHA-256 of the document, as hexadecimal digits."""
    return digest_of([document])


def stale(document: Path = DOCUMENT) -> list[Path]:
    """Return the outdated files: generated trees, and the document as OpenAPI 3.0."""
    expected = digest(document)
    outdated = [tree for tree in (PYTHON, TYPESCRIPT) if is_stale(tree / STAMP, expected)]
    derived = three_zero.text(document)
    if not THREE_ZERO.is_file() or THREE_ZERO.read_text(encoding="utf-8") != derived:
        outdated.append(THREE_ZERO)
    return outdated


def write_three_zero() -> None:
    """Generate ``clients/openapi-3.0.yaml``."""
    THREE_ZERO.write_text(three_zero.text(DOCUMENT), encoding="utf-8")


def generate_python() -> None:
    """Generate ``clients/python/consent_client/generated``."""
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "config.yaml"
        config.write_text(CONFIG, encoding="utf-8")
        target = Path(name) / "generated"
        source = Path(name) / "openapi.yaml"
        source.write_text(python_client.reduced(DOCUMENT), encoding="utf-8")
        subprocess.run(
            [
                *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
                *("--path", str(source), "--config", str(config), "--output-path", str(target)),
                "--fail-on-warning",
            ],
            check=True,
        )
        python_client.narrow(target)
        _put(target, PYTHON)


def typescript_packages() -> Path:
    """Return the folder of TypeScript's generator. Raises MissingPackagesError."""
    return installed(ROOT, "typescript", PACKAGES, within="clients")


def generate_typescript() -> None:
    """Generate ``clients/typescript/src/generated``. Raises MissingPackagesError."""
    packages = typescript_packages()
    with tempfile.TemporaryDirectory() as name:
        target = Path(name) / "generated"
        target.mkdir()
        tool = packages / "node_modules" / ".bin" / "openapi-typescript"
        subprocess.run(
            [str(tool), str(DOCUMENT), "--output", str(target / "schema.ts"), *OPTIONS],
            cwd=packages,
            check=True,
        )
        _put(target, TYPESCRIPT)


def _put(package: Path, target: Path) -> None:
    for path in [*package.rglob("*.py"), *package.rglob("*.ts")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        text = "\n".join(line.rstrip() for line in lines).strip("\n")
        path.write_text(f"{text}\n" if text else "", encoding="utf-8")
    (package / STAMP).write_text(f"{digest()}\n", encoding="ascii")
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))


def main() -> None:
    """Generate the files, or with ``--check`` exit with status 1 if one is out of date."""
    if sys.argv[1:] != ["--check"]:
        write_three_zero()
        generate_python()
        try:
            generate_typescript()
            panel_modules.bundle()
            if gpp_module.stale():
                gpp_module.bundle()
            if banner_modules.stale():
                banner_modules.bundle()
        except MissingPackagesError as error:
            print(f"{TYPESCRIPT.relative_to(ROOT)} was not generated. {error}.", file=sys.stderr)
            sys.exit(bool(stale()))
        return
    outdated = stale()
    if panel_modules.stale():
        outdated.append(panel_modules.BUNDLE)
    if gpp_module.stale():
        outdated.append(gpp_module.BUNDLE)
    if banner_modules.stale():
        outdated.append(banner_modules.BUILT)
    for path in outdated:
        print(f"{path.relative_to(ROOT)} is out of date: run make clients")
    sys.exit(bool(outdated))


if __name__ == "__main__":
    main()
