from __future__ import annotations

import re
from pathlib import Path


def test_every_row_names_a_test_that_exists(project: Path) -> None:
    text = (project / "docs" / "security.md").read_text(encoding="utf-8")
    references = re.findall(r"`(tests/[\w/.]+\.py)(?:::(\w+))?`", text)
    assert len(references) == text.count("| `tests/") >= 50
    for path, function in references:
        source = (project / path).read_text(encoding="utf-8")
        assert f"def {function or 'test_'}" in source, f"{path}::{function}"
