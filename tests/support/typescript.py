"""The TypeScript client as users install it: packed by npm, in a separate project.

It is built once under ``var/`` for the tests of all processes, and again when its files change.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from tests.support.machine import unpack
from tools.clients import ROOT, typescript_packages

PACKAGE = ROOT / "clients" / "typescript"
BUILD_SECONDS = 180
# The other dependencies of the README's project, which are linked from this one.
INSTALLED = ("openapi-fetch", "otpauth", "@types")
TSCONFIG = {
    "compilerOptions": {
        "target": "ES2022",
        "module": "NodeNext",
        "lib": ["ES2022"],
        "types": ["node"],
        "strict": True,
        "exactOptionalPropertyTypes": True,
        "skipLibCheck": False,
    },
    "files": ["readme.ts"],
}


def blocks(project: Path) -> list[str]:
    """Return the README's TypeScript, block by block."""
    text = (project / "clients" / "typescript" / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^```typescript\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def user_project() -> Path:
    """Return a folder with the packed client in ``node_modules``, and the README as ``readme.js``.

    Raises MissingPackagesError, and RuntimeError, with the compiler's output, if anything does not
    compile.
    """
    packages = typescript_packages()
    folder = ROOT / "var" / "tests"
    target = folder / f"typescript-{_digest()}"
    with (folder / "typescript.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            for old in folder.glob("typescript-*"):
                shutil.rmtree(old)
            with tempfile.TemporaryDirectory(dir=folder) as name:
                _build(packages, Path(name))
                (Path(name) / "project").rename(target)
    return target


def run(folder: Path, script: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a module with node in the user's project."""
    return subprocess.run(
        ["node", "--input-type=module", "-"],
        input=script,
        cwd=folder,
        env={"PATH": os.environ["PATH"], **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def run_script(folder: Path, script: str, **environ: str) -> Any:
    """Run a module and return the JSON that it prints."""
    done = run(folder, script, **environ)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _files() -> list[Path]:
    names = ("package.json", "package-lock.json", "tsconfig.json", "README.md")
    return [*(PACKAGE / name for name in names), *sorted((PACKAGE / "src").rglob("*.ts"))]


def _digest() -> str:
    parts = [Path(__file__), *_files()]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in parts)).hexdigest()[:12]


def _build(packages: Path, folder: Path) -> None:
    source = folder / "package"
    for path in _files():
        copy = source / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    modules = packages / "node_modules"
    (source / "node_modules").symlink_to(modules)
    # The package's "prepack" script compiles it, as for every release.
    _do(["npm", "pack", "--pack-destination", str(folder)], source)
    (archive,) = folder.glob("*.tgz")
    project = folder / "project"
    installed = project / "node_modules"
    installed.mkdir(parents=True)
    with tarfile.open(archive) as packed:
        unpack(packed, folder / "unpacked")
    (folder / "unpacked" / "package").rename(installed / "consent-client")
    for name in INSTALLED:
        (installed / name).symlink_to(modules / name)
    (project / "package.json").write_text('{"type": "module", "private": true}\n')
    (project / "tsconfig.json").write_text(json.dumps(TSCONFIG))
    (project / "readme.ts").write_text("\n".join(blocks(ROOT)), encoding="utf-8")
    _do([str(modules / ".bin" / "tsc"), "--project", "."], project)


def _do(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"npm_config_update_notifier": "false"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} in {folder.name}:\n{done.stdout}{done.stderr}")
