"""``make generators``: what openapi-generator makes of openapi.yaml as OpenAPI 3.0, tried out.

Python's client goes from registration to a receipt against a running service, TypeScript's is
compiled, Java's is generated; any warning but the known ones fails. Needs Java 11 or
newer and Node.js; the generator is had from PyPI, once, into ``var/generators``.
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
from tests.support.live import start_live_server
from tests.support.npm import NotToBeHadError
from tools import three_zero
from tools.clients import DOCUMENT, ROOT, typescript_packages

VERSION = "7.26.0"
# What its Python client needs beside what is installed for development.
PACKAGES = (f"openapi-generator-cli=={VERSION}", "python-dateutil>=2.9,<3")
NO_JAVA = "Java was not found. Install 11 or newer (Debian: apt-get install default-jre-headless)."
# The query parameter that Python has a reserved word for. The second silences a warning of a model
# of that name, which is never made.
OPTIONS = {
    "python": (
        *("--parameter-name-mappings", "from=from_"),
        *("--model-name-mappings", "from=From_"),
    ),
    "typescript-fetch": (),
    "java": (),
}
# Said of any document that has a property without a reference: docs/clients.md.
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
    """Return the folder that the generator is installed in, with what its Python client needs."""
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
    """Generate a client into ``folder/language``; return the warnings that are not known."""
    jar = tool / "openapi_generator_cli" / "openapi-generator.jar"
    done = subprocess.run(
        [
            *("java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(jar)),
            *("generate", "-i", str(document), "-g", language, "-o", str(folder / language)),
            *OPTIONS[language],
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{language}: it failed.\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    lines = (done.stdout + done.stderr).splitlines()
    results = [line for line in lines if " WARN " in line or " ERROR " in line]
    expected = KNOWN.get(language, ())
    return [line for line in results if not any(item in line for item in expected)]


def compile_typescript(folder: Path) -> None:
    """Compile ``folder/typescript-fetch``, strictly. Raises NotToBeHadError, CalledProcessError."""
    packages = typescript_packages()
    (folder / "tsconfig.json").write_text(json.dumps(TSCONFIG), encoding="utf-8")
    subprocess.run([str(packages / "node_modules" / ".bin" / "tsc")], cwd=folder, check=True)


def walk_python(tool: Path, folder: Path) -> str:
    """Go from registration to a receipt with ``folder/python``; return the receipt's id."""
    database_url = Databases(folder, None).fresh("sqlite")
    log = ROOT / "var" / "generators" / "server.log"
    server = start_live_server(ROOT, database_url, folder / "live", log)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tools.generated_walk", server.url],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": f"{folder / 'python'}{os.pathsep}{tool}"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    finally:
        server.stop()
    return done.stdout.strip()


def main() -> None:
    """Try each; leave with 1 when one fails or warns."""
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
            result = generate(tool, document, language, folder)
            warnings += [f"{language}: {item}" for item in result]
        try:
            compile_typescript(folder)
            receipt = walk_python(tool, folder)
        except NotToBeHadError as error:
            sys.exit(f"{error}.")
        except subprocess.CalledProcessError as error:
            sys.exit(f"It does not work: {error}")
    for warning in warnings:
        print(warning, file=sys.stderr)
    if warnings:
        sys.exit(1)
    seconds = round(time.monotonic() - started)
    print(f"openapi-generator {VERSION}: no warning for Java and TypeScript, for Python the known;")
    print(f"TypeScript compiles; Python signed in and read receipt {receipt}. {seconds} s.")


if __name__ == "__main__":
    main()
