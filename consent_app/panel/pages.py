"""The panel's pages: the rows of ``assets/routes.js``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

FOLDER = Path(__file__).parent / "assets"
_NAME = re.compile(r":(\w+)")
_ROUTE = re.compile(
    r'\{ site: "(?P<site>\w+)", path: "(?P<path>[^"]+)",'
    r' screen: \(\) => import\("\./(?P<screen>[^"]+)"\)'
    r"(?P<open>, open: true)?(?:, reads: (?P<reads>\[[^\]]*\]))?"
)
_ACCOUNT_READS = {
    "public": ("/v1/account",),
    "workspace": ("/v1/account", "/v1/workspace"),
}


@dataclass(frozen=True, slots=True)
class Page:
    """A row of ``routes.js``: ``pattern`` matches its ``path``, ``screen`` is its module.

    ``site``: the kind of its site, ``public`` or ``workspace``.
    ``reads``: addresses of the API that the page asks for first, with the path's names in them.
    """

    site: str
    path: str
    pattern: re.Pattern[str]
    screen: str
    reads: tuple[str, ...]

    def reads_at(self, path: str) -> list[str]:
        """Return the addresses that the page at ``path``, which is this one's, asks for first."""
        match = self.pattern.fullmatch(path)
        values = match.groupdict() if match else {}
        return [
            _NAME.sub(lambda name: quote(values[name[1]], safe=""), read) for read in self.reads
        ]


@cache
def pages() -> tuple[Page, ...]:
    """Return the rows of ``routes.js``, in its order."""
    text = (FOLDER / "routes.js").read_text(encoding="utf-8")
    return tuple(
        Page(
            row["site"],
            row["path"],
            re.compile(_NAME.sub(r"(?P<\1>[^/]+)", row["path"])),
            row["screen"],
            (*(() if row["open"] else _ACCOUNT_READS[row["site"]]), *_list(row["reads"])),
        )
        for row in _ROUTE.finditer(text)
    )


def _list(text: str | None) -> list[str]:
    return json.loads(text) if text else []


def page_at(site: str, path: str) -> Page | None:
    """Return the page at ``path``, or None."""
    rows = (page for page in pages() if page.site == site)
    return next((page for page in rows if page.pattern.fullmatch(path)), None)
