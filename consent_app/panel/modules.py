"""The panel's modules and style sheets, under addresses that change with their content.

One digest stands for all files: modules name each other relatively, so none is rewritten. Browsers
keep what they got for a year, and get a new digest with the next page.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from consent_app.panel.texts import texts_module
from consent_app.text import LOCALES

FOLDER = Path(__file__).parent / "assets"
PALETTE = Path(__file__).parent.parent / "web" / "assets" / "palette.css"
MAIN = "main.js"
SAID = "lib/said.js"
"""What the service says of fields: no page imports it, each may say it."""
EARLY = "lib/early.js"
"""It comes first, and begins while the others are on their way."""
SHEETS = ("styles/palette.css", "styles/panel.css")
_TYPES = {".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";$', re.MULTILINE)
_NAME = re.compile(r":(\w+)")
_ROUTE = re.compile(
    r'\{ place: "(?P<place>\w+)", path: "(?P<path>[^"]+)",'
    r' screen: \(\) => import\("\./(?P<screen>[^"]+)"\)'
    r"(?P<open>, open: true)?(?:, reads: (?P<reads>\[[^\]]*\]))?"
)
_OF_WHO_IS_SIGNED_IN = {
    "public": ("/v1/account",),
    "workspace": ("/v1/account", "/v1/workspace"),
}


@dataclass(frozen=True, slots=True)
class Module:
    """A file as it is served."""

    content_type: str
    body: bytes
    packed: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A row of ``routes.js``: ``pattern`` matches its ``path``, ``screen`` is its module.

    ``reads``: addresses of the API that the page asks for first, with the path's names in them.
    """

    place: str
    path: str
    pattern: re.Pattern[str]
    screen: str
    reads: tuple[str, ...]

    def reads_at(self, path: str) -> list[str]:
        """Return the addresses that the page at ``path``, which is this one's, asks for first."""
        found = self.pattern.fullmatch(path)
        values = found.groupdict() if found else {}
        return [
            _NAME.sub(lambda name: quote(values[name[1]], safe=""), each) for each in self.reads
        ]


@cache
def pages() -> tuple[Page, ...]:
    """Return the rows of ``routes.js``, in its order."""
    text = (FOLDER / "routes.js").read_text(encoding="utf-8")
    return tuple(
        Page(
            row["place"],
            row["path"],
            re.compile(_NAME.sub(r"(?P<\1>[^/]+)", row["path"])),
            row["screen"],
            () if row["open"] else (*_OF_WHO_IS_SIGNED_IN[row["place"]], *_list(row["reads"])),
        )
        for row in _ROUTE.finditer(text)
    )


def _list(text: str | None) -> list[str]:
    return json.loads(text) if text else []


def page_at(place: str, path: str) -> Page | None:
    """Return the page at ``path``, or None."""
    rows = (page for page in pages() if page.place == place)
    return next((page for page in rows if page.pattern.fullmatch(path)), None)


@cache
def modules() -> dict[str, Module]:
    """Return every file by its name, such as ``lib/texts.js``."""
    files = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in _TYPES and path.is_file()
    }
    files["styles/palette.css"] = PALETTE.read_bytes()
    files |= _texts(files)
    return {
        name: Module(_TYPES[Path(name).suffix], body, gzip.compress(body, 9, mtime=0))
        for name, body in files.items()
    }


def _texts(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the texts of each language, and those of each screen: all that its modules say."""
    made = {f"texts/{locale}.js": texts_module(locale).encode() for locale in LOCALES}
    for screen in {page.screen for page in pages()}:
        sources = [
            files[name].decode() for name in _imported(files, (MAIN, "app.js", screen, SAID))
        ]
        for locale in LOCALES:
            made[f"texts/{locale}/{screen}"] = texts_module(locale, sources).encode()
    return made


def _imported(files: dict[str, bytes], roots: Iterable[str]) -> tuple[str, ...]:
    """Return the names of some modules and of all that they import, each once."""
    names: dict[str, None] = {}
    for root in roots:
        waiting = [root]
        while waiting:
            name = waiting.pop(0)
            if name in names:
                continue
            names[name] = None
            folder = posixpath.dirname(name)
            waiting += [
                posixpath.normpath(posixpath.join(folder, named))
                for named in _IMPORT.findall(files[name].decode())
            ]
    return tuple(names)


@cache
def digest() -> str:
    """Return the word that stands for all files as they are."""
    hasher = hashlib.sha256()
    for name, module in modules().items():
        hasher.update(f"{name}\0{len(module.body)}\0".encode())
        hasher.update(module.body)
    return hasher.hexdigest()[:16]


@cache
def needed(screen: str, language: str) -> tuple[str, ...]:
    """Return what a page loads before it can be used: modules by name, each once."""
    files = {name: module.body for name, module in modules().items()}
    return _imported(files, (EARLY, f"texts/{language}/{screen}", MAIN, "app.js", screen))
