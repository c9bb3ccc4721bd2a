"""Drafting migrations, in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MODELS = """
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import JsonDocument, UtcDateTime


class Drafted(Base):
    __tablename__ = "drafted"
    __table_args__ = (Index(None, "workspace_id", "at"),)

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    content: Mapped[dict[str, Any]] = mapped_column(JsonDocument)
"""


@pytest.fixture
def copy(project: Path, tmp_path: Path) -> Path:
    for name in ("consent_app", "alembic", "tools"):
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(project / name, tmp_path / name, ignore=ignored)
    for name in ("pyproject.toml", "openapi.yaml"):
        shutil.copy(project / name, tmp_path)
    return tmp_path


def run(copy: Path, *command: str, status: int = 0) -> str:
    completed = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert completed.returncode == status, completed.stdout + completed.stderr
    return completed.stdout + completed.stderr


def test_a_draft_needs_no_editing(copy: Path) -> None:
    room = copy / "consent_app" / "drafted"
    room.mkdir()
    (room / "models.py").write_text(MODELS)
    printed = run(copy, "tools.migration", "drafted_rows", status=1)
    assert "A room without an __init__.py is not" in printed
    (room / "__init__.py").touch()
    run(copy, "tools.migration", "drafted_rows")
    (path,) = (copy / "alembic" / "versions").glob("*_drafted_rows.py")
    text = path.read_text()
    assert text.startswith(f'"""Drafted rows.\n\nRevision ID: {path.stem}\n')
    assert f'revision = "{path.stem}"' in text
    assert "from consent_app.db.types import JsonDocument, UtcDateTime" in text
    assert re.search(r'"at", UtcDateTime\(\)', text)
    assert re.search(r'"content", JsonDocument,', text)
    assert "#" not in text
    run(copy, "ruff", "check", "alembic")
    run(copy, "ruff", "format", "--check", "alembic")
    assert "exists. Delete it" in run(copy, "tools.migration", "drafted_rows", status=2)
    assert "Nothing to draft" in run(copy, "tools.migration", "once_more", status=1)
    run(copy, "tools.migration", "once_more", "--empty")


def test_two_newest_migrations_are_named(copy: Path) -> None:
    versions = copy / "alembic" / "versions"
    run(copy, "tools.migration", "one", "--empty")
    (path,) = versions.glob("*_one.py")
    other = path.with_stem(path.stem.replace("_one", "_other"))
    other.write_text(path.read_text().replace("_one", "_other"))
    printed = run(copy, "tools.migration", "third", "--empty", status=1)
    assert re.search(r"Several migrations are the newest: \w+_one, \w+_other\.", printed)


def test_a_name_is_a_word(project: Path) -> None:
    assert "such as banner_notes" in run(project, "tools.migration", "Banner notes", status=2)
