"""``make generators``: test the clients that openapi-generator generates from openapi.yaml.

Uses the document as OpenAPI 3.0. Python's client goes from registration to a receipt on a running
service, TypeScript's is compiled, Java's is generated. Any unknown warning is a failure. Needs Java
11 or newer and Node.js. The generator is installed once from PyPI, into ``var/generators``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.databases import Databases
from tests.support.live_server import start_live_server
from tests.support.npm import MissingPackagesError
from tools import three_zero
from tools.clients import DOCUMENT, ROOT, typescript_packages

VERSION = "7.26.0"
# Dependencies of its Python client, besides the development dependencies.
PACKAGES = (f"openapi-generator-cli=={VERSION}", "python-dateutil>=2.9,<3")
NO_JAVA = "Java was not found. Install 11 or newer (Debian: apt-get install default-jre-headless)."
# A query parameter whose name is a reserved word in Python. The second option silences a warning
# about a model of that name, which is never generated.
OPTIONS = {
    "python": (
        *("--parameter-name-mappings", "from=from_"),
        *("--model-name-mappings", "from=From_"),
    ),
    "typescript-fetch": (),
    "java": (),
}
# Printed for any document with a property that is not a reference: docs/clients.md.
KNOWN = {"python": ("Failed to get the schema name: null",)}
TSCONFIG = {
    "compilerOptions": {
        "target": "ES2022",
        "module": "ESNext",
        "moduleResolution": "Bundler",
        "lib": ["ES2022", "DOM", "DOM.Iterable"],
        "types": [],
        "strict": True,
        "noEmit": True,
    },
    "include": ["typescript-fetch/**/*.ts"],
}


def generator() -> Path:
    """Return the generator's folder, with its Python client's dependencies."""
    target = ROOT / "var" / "generators" / f"openapi-generator-{VERSION}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as name:
            unpacked = Path(name) / "made"
            subprocess.run(
                [
                    *(sys.executable, "-m", "pip", "install", "--quiet", "--no-warn-conflicts"),
                    *("--disable-pip-version-check", "--target", str(unpacked), *PACKAGES),
                ],
                check=True,
            )
            unpacked.rename(target)
    return target


def generate(tool: Path, document: Path, language: str, folder: Path) -> list[str]:
    """Generate a client into ``folder/language``; return the unknown warnings."""
    jar = tool / "openapi_generator_cli" / "openapi-generator.jar"
    completed = subprocess.run(
        [
            *("java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(jar)),
            *("generate", "-i", str(document), "-g", language, "-o", str(folder / language)),
            *OPTIONS[language],
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        raise RuntimeError(
            f"{language}: it failed.\n{completed.stdout[-4000:]}{completed.stderr[-4000:]}"
        )
    lines = (completed.stdout + completed.stderr).splitlines()
    warnings = [line for line in lines if " WARN " in line or " ERROR " in line]
    expected = KNOWN.get(language, ())
    return [line for line in warnings if not any(text in line for text in expected)]


def compile_typescript(folder: Path) -> None:
    """Compile ``folder/typescript-fetch`` in strict mode.

    Raises MissingPackagesError, CalledProcessError."""
    packages = typescript_packages()
    (folder / "tsconfig.json").write_text(json.dumps(TSCONFIG), encoding="utf-8")
    subprocess.run([str(packages / "node_modules" / ".bin" / "tsc")], cwd=folder, check=True)


def walk_python(tool: Path, folder: Path) -> str:
    """Go from registration to a receipt with ``folder/python``; return the receipt's id."""
    database_url = Databases(folder, None).fresh("sqlite")
    log = ROOT / "var" / "generators" / "server.log"
    server = start_live_server(ROOT, database_url, folder / "live", log)
    try:
        completed = subprocess.run(
            [sys.executable, "-m", "tools.generated_walk", server.url],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": f"{folder / 'python'}{os.pathsep}{tool}"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    finally:
        server.stop()
    return completed.stdout.strip()


def main() -> None:
    """Test each client; exit with status 1 if one fails or there is an unknown warning."""
    if shutil.which("java") is None:
        sys.exit(NO_JAVA)
    tool = generator()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        document = folder / "openapi-3.0.yaml"
        document.write_text(three_zero.text(DOCUMENT), encoding="utf-8")
        warnings = []
        for language in OPTIONS:
            unknown = generate(tool, document, language, folder)
            warnings += [f"{language}: {warning}" for warning in unknown]
        try:
            compile_typescript(folder)
            receipt = walk_python(tool, folder)
        except MissingPackagesError as error:
            sys.exit(f"{error}.")
        except subprocess.CalledProcessError as error:
            sys.exit(f"Failed: {error}")
    for warning in warnings:
        print(warning, file=sys.stderr)
    if warnings:
        sys.exit(1)
    seconds = round(time.monotonic() - started)
    print(f"openapi-generator {VERSION}: no unknown warnings;")
    print(f"TypeScript compiles; Python signed in and read receipt {receipt}. {seconds} s.")


if __name__ == "__main__":
    main()
