"""The form in which modules are written."""

from __future__ import annotations

import re

import pytest

from consent_app.panel.pages import FOLDER
from consent_app.panel.sources import read


@pytest.mark.parametrize(
    "line",
    ['import a from "./b.js";', "export default 1;", 'export * from "./b.js";', "export let a;"],
)
def test_a_module_of_another_form_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="another form"):
        read("lib/a.js", f"{line}\n")


def test_comments_have_lines_of_their_own() -> None:
    # Else a line of a text that looks like one would be lost.
    for path in FOLDER.rglob("*.js"):
        if path.name != "vendor.js":
            text = path.read_text(encoding="utf-8")
            for literal in re.findall(
                r"`[^`]*`", re.sub(r"^\s*(//.*|/?\*.*)$", "", text, flags=re.M)
            ):
                assert not re.search(r"^\s*(//|/\*)", literal, re.MULTILINE), path.name
