"""Operators' commands on the application under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.application import Application
from tests.support.commands import lead_to, run, write_ini

__all__ = ["ini", "run"]


@pytest.fixture
def ini(tmp_path: Path, application: Application, monkeypatch: pytest.MonkeyPatch) -> str:
    """An ini file; the environment has the settings of the application under test."""
    lead_to(application, monkeypatch)
    return write_ini(tmp_path)
