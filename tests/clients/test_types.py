"""Both READMEs' examples pass the strict type checks that their readers run."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.python_types import hold_to_types


def test_the_python_readme_passes_mypy_strict(project: Path, tmp_path: Path) -> None:
    text = (project / "clients" / "python" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    example = tmp_path / "example.py"
    example.write_text("\n".join(blocks))
    package = project / "clients" / "python" / "consent_client"
    hold_to_types(project, "readme", example, *sorted(package.glob("*.py")))
