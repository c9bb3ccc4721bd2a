"""axe-core, the accessibility checker, run in a tab. The page itself loads nothing for it, so its
content policy is unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support import npm

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that another colour scheme changes the result of."""
_RUN = """async ([selector, type, values]) => {
  const context = selector ? {include: [selector]} : document;
  const {violations} = await axe.run(context, {runOnly: {type, values}, iframes: false});
  return violations.map(({id, help, nodes}) => ({id, help,
    nodes: nodes.map((node) => node.target.flat().join(" ") + ": " + node.failureSummary)}));
}"""


@cache
def _source(project: Path) -> str:
    folder = npm.installed(project, "axe", ("package.json", "package-lock.json"))
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(
    page: Page, selector: str | None = None, *, rules: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return the violations that axe finds on the page, or below ``selector``: rule, help, nodes.

    With ``rules``, only these are checked. Open shadow roots are included. Frames are not: axe
    would have to run in each, and its messages to a sandboxed one are refused with an error in
    the console. Skips the test if axe-core is not available.
    """
    try:
        source = _source(Path(__file__).resolve().parents[2])
    except npm.MissingPackagesError as error:
        pytest.skip(str(error))
    if not page.evaluate("'axe' in window"):
        # As a script: Playwright would have its half a megabyte parsed twice more, as a function.
        session = page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": source})
        session.detach()
    run_only = ["rule", list(rules)] if rules else ["tag", list(TAGS)]
    values: list[dict[str, Any]] = page.evaluate(_RUN, [selector, *run_only])
    return values


LOOKS: dict[str, dict[str, Any]] = {
    "dark": {"color_scheme": "dark"},
    "high contrast": {"contrast": "more"},
    "dark, in high contrast": {"color_scheme": "dark", "contrast": "more"},
}
"""How else people have pages shown, as ``Page.emulate_media`` takes it. Forced colours are the
system's own: pages choose none."""
_NO_LOOK: dict[str, Any] = {"color_scheme": "light", "contrast": "null"}


def violations_in_looks(page: Page) -> dict[str, list[dict[str, Any]]]:
    """Return what axe finds of colours in each of ``LOOKS``, by the look."""
    violations_by_theme = {}
    for look, values in LOOKS.items():
        page.emulate_media(**_NO_LOOK | values)
        if colour_violations := violations(page, rules=COLOURS):
            violations_by_theme[look] = colour_violations
    page.emulate_media(**_NO_LOOK)
    return violations_by_theme
