"""docs/adding-a-feature.md, followed to the letter in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BLOCK = re.compile(
    r"^```(?:js|python|yaml|jinja|po|markdown)\n"
    r"(?:\{# |# |// |<!-- )([^\n]+?)(?: #\}| -->)?\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
WORDS = "consent_app/panel/assets/ui/event-words.js"
ROUTES = "consent_app/panel/assets/routes.js"
CATALOGUE = "consent_app/locale/de/LC_MESSAGES/consent_app.po"
# What a developer does not copy, and what this test does not need.
LEFT = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".hypothesis",
    ".*_cache",
    "__pycache__",
    "var",
    "build",
    "node_modules",
    "clients",
)


@pytest.fixture
def checkout(project: Path, tmp_path: Path) -> Path:
    """A copy of the repository."""
    copy = tmp_path / "copy"
    shutil.copytree(project, copy, ignore=LEFT)
    # The page translates its texts to German alone.
    for catalogue in (copy / "consent_app" / "locale").glob("*/LC_MESSAGES/*.po"):
        if catalogue != copy / CATALOGUE:
            catalogue.unlink()
    shutil.copytree(project / "clients" / "python", copy / "clients" / "python", ignore=LEFT)
    return copy


def blocks(project: Path) -> dict[str, str]:
    """Return the page's code by the place that its first line names."""
    text = (project / "docs" / "adding-a-feature.md").read_text(encoding="utf-8")
    code: dict[str, str] = {}
    for name, block in BLOCK.findall(text):
        code[name] = f"{code[name]}\n{block}" if name in code else block
    return code


def insert(path: Path, before: str, text: str) -> None:
    """Put ``text`` before the first line that is ``before``."""
    whole = path.read_text(encoding="utf-8")
    assert whole.count(before) >= 1, before
    path.write_text(whole.replace(before, text + before, 1), encoding="utf-8")


def run(checkout: Path, *command: str, server: str | None = None) -> str:
    """Run a Python module in the copy; return what it printed. ``server`` is PostgreSQL's URL."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    if server is not None:
        environ["TEST_DATABASE_URL"] = server
    completed = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=checkout,
        env=environ | {"PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed.stdout


def mypy_cache(project: Path) -> Path:
    """Return a cache of mypy's for the next run, at first a copy of the project's own."""
    cache = project / "var" / "tests" / "mypy-feature"
    if not cache.is_dir() and (project / ".mypy_cache").is_dir():
        shutil.copytree(project / ".mypy_cache", cache)
    return cache


def add_example(project: Path, checkout: Path) -> None:
    """Add the page's example to the copy."""
    code = blocks(project)
    paths = code.pop("openapi.yaml, below paths")
    schemas = code.pop("openapi.yaml, below components: schemas")
    insert(checkout / "openapi.yaml", "  /v1/domain-groups:\n", paths)
    insert(checkout / "openapi.yaml", "    AuditDetail:\n", schemas)
    row = code.pop("docs/architecture.md, in the table of features")
    insert(checkout / "docs" / "architecture.md", "| `receipts` |", row)
    row = code.pop("docs/personal-data.md, in the table of people with an account")
    insert(checkout / "docs" / "personal-data.md", "| payment: ", row)
    route = code.pop(ROUTES)
    insert(checkout / ROUTES, '  { site: "workspace", path: "/receipts"', route)
    insert(checkout / WORDS, '  "password.reset":', code.pop(WORDS))
    catalogue = checkout / CATALOGUE
    catalogue.write_text(f"{catalogue.read_text('utf-8')}\n{code.pop(CATALOGUE)}", "utf-8")
    code.pop("consent_app/notes/__init__.py, at first")
    for name, text in code.items():
        path = checkout / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    insert(checkout / "consent_app" / "__init__.py", '    "receipts",\n', '    "notes",\n')
    run(checkout, "tools.operations")
    run(checkout, "tools.migration", "notes")
    run(checkout, "tools.catalogues")


def test_the_page_adds_a_feature_that_works(
    project: Path, checkout: Path, pytestconfig: pytest.Config
) -> None:
    from tests.conftest import server_url

    # The checkout of a reader who has followed the page has the example already.
    if not (checkout / "consent_app" / "notes").exists():
        add_example(project, checkout)
    run(checkout, "tools.catalogues", "--check")
    run(checkout, "tools.docs")
    run(checkout, "ruff", "check", "consent_app", "tests", "alembic")
    run(checkout, "ruff", "format", "--check", "consent_app/notes", "tests/notes", "tests/panel")
    run(checkout, "mypy", "--cache-dir", str(mypy_cache(project)))
    parity = ("tests/contract/test_views.py", "tests/contract/test_described.py")
    architecture = ("tests/architecture/test_directions.py", "tests/architecture/test_map.py")
    panel = (
        "tests/panel/test_notes.py",
        "tests/panel/test_modules.py",
        "tests/panel/test_texts.py",
        "tests/panel/test_words.py",
    )
    schema = (
        "tests/architecture/test_indexes.py",
        "tests/migrations/test_migrate.py::test_the_schema_is_what_the_models_say",
    )
    others = ("tests/mail/test_templates.py", "tests/docs/test_personal_data.py")
    tests = ("tests/notes", *architecture, *schema, *parity, *others, *panel)
    server = server_url(pytestconfig)
    printed = run(checkout, "pytest", "-n0", "-q", "-p", "no:cacheprovider", *tests, server=server)
    assert " passed" in printed
