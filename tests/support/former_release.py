"""Running the former release's tests on this release's schema."""

from __future__ import annotations

from pathlib import Path

_ROOMS = (
    "receipts/test_recording.py",
    "receipts/test_recorder.py",
    "sign_in/test_password_sign_in.py",
    "domains/test_domains.py",
    "banners/test_banners.py",
)
SELECTION = tuple(f"tests/{folder}{path}" for folder in ("functional/", "") for path in _ROOMS)
"""The tests to run, by their names in 0.1 and in later releases. FORMER_TESTS names others."""

_PLUGIN = """
import subprocess
import sys

import consent_app

try:
    from consent_app.migrations import migrate
except ImportError:  # release 0.1
    from consent_app.db import migrate

MIGRATE = "import sys; from consent_app.migrations import migrate; migrate.upgrade(sys.argv[1])"


def upgrade(url, revision="head"):
    subprocess.run([sys.executable, "-c", MIGRATE, url], cwd={project!r}, env={{}}, check=True)
    return True


def pytest_terminal_summary(terminalreporter):
    terminalreporter.line(f"code of {{consent_app.__file__}}")


migrate.upgrade = upgrade
"""


def migrate_by(project: Path) -> str:
    """Return a pytest plugin that lets the migrations of ``project`` create the schema."""
    return _PLUGIN.format(project=str(project))
