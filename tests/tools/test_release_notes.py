"""The notes of a release come from the changelog, for the installed version only."""

from __future__ import annotations

import pytest

from consent_app.version import version
from tools.release_notes import main, notes

CHANGELOG = "# Changelog\n\n## Unreleased\n\n- New\n\n## 1.2.0 (2026-11-21)\n\n- A\n- B\n\n## 1.2\n"


def test_the_section_of_a_version_and_no_other() -> None:
    assert notes(CHANGELOG, "1.2.0") == "consent-app 1.2.0\n\n- A\n- B\n"
    assert notes(CHANGELOG, "1.2.1") is None


def test_another_version_than_the_installed_one_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([version()]) == 0
    assert capsys.readouterr().out.startswith(f"consent-app {version()}\n\n")
    assert main(["99.0.0"]) == 1
    assert main([]) == 2
