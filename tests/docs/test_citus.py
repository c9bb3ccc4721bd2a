"""The guides for a cluster list the tables that are distributed."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.db.distribution import TABLES


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/citus.md"])
def test_the_page_lists_the_distributed_tables(project: Path, page: str) -> None:
    text = (project / page).read_text(encoding="utf-8")
    missing = [table for table in TABLES if f"`{table}`" not in text]
    assert missing == [], f"add them to the list of distributed tables in {page}"
