"""The former release works on this release's schema, as it has to while servers are replaced.

Its own tests run, by its own code, on databases that this release's migrations have made.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.support.databases import Databases
from tests.support.former_release import SELECTION, migrate_by
from tests.support.machine import unpack

NOT_THERE = "git does not have the former release: clone the repository whole"


def git(project: Path, *words: str) -> bytes | None:
    """Return what git says, None where it cannot."""
    try:
        completed = subprocess.run(["git", *words], cwd=project, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return completed.stdout if completed.returncode == 0 else None


def former_release(project: Path) -> str | None:
    """Return the commit of the release before this one.

    That is the newest tag before this commit; of a release without a tag, what recorded its
    contract.
    """
    if tag := git(project, "describe", "--tags", "--abbrev=0", "--match=v*", "HEAD~1"):
        return tag.decode().strip()
    documents = ("--", "docs/releases/openapi-*.yaml")
    recorded = git(project, "log", "-1", "--diff-filter=A", "--format=%H", "HEAD~1", *documents)
    return recorded.decode().strip() if recorded else None


@pytest.fixture
def former(project: Path, tmp_path: Path) -> Path:
    """The former release's files."""
    commit = former_release(project)
    archive = git(project, "archive", commit) if commit else None
    if archive is None:
        pytest.skip(NOT_THERE)
    folder = tmp_path / "former"
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        unpack(tar, folder)
    return folder


def test_the_former_release_of_a_release_is_not_itself(tmp_path: Path) -> None:
    releases = tmp_path / "docs" / "releases"
    releases.mkdir(parents=True)
    assert git(tmp_path, "init", "--quiet") is not None
    commits = []
    for version in ("0.1.0", "0.2.0"):
        (releases / f"openapi-{version}.yaml").touch()
        assert git(tmp_path, "add", ".") is not None
        author = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
        assert git(tmp_path, *author, "commit", "--quiet", f"--message={version}") is not None
        commits.append((git(tmp_path, "rev-parse", "HEAD") or b"").decode().strip())
    assert former_release(tmp_path) == commits[0]


def test_the_former_release_works_on_this_schema(
    project: Path,
    former: Path,
    tmp_path: Path,
    databases: Databases,
    request: pytest.FixtureRequest,
) -> None:
    from tests.conftest import server_url

    plugin = tmp_path / "this_schema.py"
    plugin.write_text(migrate_by(project))
    options = os.environ.get("FORMER_TESTS", "").split()
    paths = options or [path for path in SELECTION if (former / path).exists()]
    assert paths, "tests/support/former_release.py names no test of the former release"
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    environment["PYTHONPATH"] = f"{former}:{tmp_path}"
    if url := server_url(request.config):
        environment["TEST_DATABASE_URL"] = url
    completed = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider"),
            *("-p", plugin.stem, *paths),
        ],
        cwd=former,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert completed.returncode == 0, completed.stdout[-6000:] + completed.stderr[-2000:]
    assert f"code of {former}" in completed.stdout
    assert " passed" in completed.stdout
