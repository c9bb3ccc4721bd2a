"""The tables of docs/notifications.md are written, and the text around them is left alone."""

from __future__ import annotations

from pathlib import Path

from tools.notifications_page import notifications_page


def test_rows_that_lack_or_are_wrong_are_written(project: Path) -> None:
    page = (project / "docs" / "notifications.md").read_text(encoding="utf-8")
    lines = page.splitlines(keepends=True)
    rows = [line for line in lines if line.startswith("| `")]
    assert len(rows) > 10
    without = "".join(line for line in lines if line not in rows)
    assert notifications_page(without) == page
    wrong = page.replace(rows[0], "| `gone` | | |\n")
    assert notifications_page(wrong) == page
