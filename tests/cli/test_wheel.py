"""What is installed in production: a wheel with everything that the service reads at run time."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from consent_app.version import version

WITHOUT = shutil.ignore_patterns(
    ".*", "var", "build", "tests", "*.egg-info", "__pycache__", "node_modules"
)


def test_the_wheel_contains_every_data_file_and_nothing_of_a_former_build(
    project: Path, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    shutil.copytree(project, source, ignore=WITHOUT)
    former = source / "build" / "lib" / "consent_app" / "audit" / "gone.py"
    former.parent.mkdir(parents=True)
    former.touch()
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"),
            *("--no-build-isolation", "--wheel-dir", str(tmp_path), str(source)),
        ],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    share = f"consent_app-{version()}.data/data/share/consent-app/"
    shared = {name.removeprefix(share) for name in names if name.startswith(share)}
    migrations = {str(p.relative_to(project)) for p in project.glob("alembic/versions/*.py")}
    guides = {str(path.relative_to(project)) for path in project.glob("docs/*.md")}
    guides |= {f"clients/{language}/README.md" for language in ("python", "typescript")}
    files = {"openapi.yaml", "alembic/env.py", "alembic/script.py.mako"}
    assert shared == files | migrations | guides
    package = {
        str(path.relative_to(project))
        for path in project.glob("consent_app/**/*")
        # Types are for those who change the panel.
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".ts"
    }
    assert package == {name for name in names if name.startswith("consent_app/")}
    metadata = Path(f"consent_app-{version()}.dist-info", "METADATA")
    with zipfile.ZipFile(wheel) as archive:
        assert b"\nLicense-Expression: Apache-2.0\n" in archive.read(str(metadata))


def test_the_source_distribution_is_a_checkout(project: Path, tmp_path: Path) -> None:
    """A guide's steps work in it: they install the lock, the units and the examples of deploy/."""
    source = tmp_path / "source"
    shutil.copytree(project, source, ignore=WITHOUT)
    cache = source / "clients" / "typescript" / "node_modules" / "left" / "over.js"
    cache.parent.mkdir(parents=True)
    cache.touch()
    built = tmp_path / "built"
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(built)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    files = {str(p.relative_to(source)) for p in source.glob("**/*") if p.is_file()}
    assert {name for name in files if "node_modules" not in name} <= names
    assert not [name for name in names if "node_modules" in name]
