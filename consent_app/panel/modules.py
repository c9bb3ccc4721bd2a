"""The panel's modules and style sheets, under addresses that change with their content.

One digest stands for all files: modules name each other relatively, so none is rewritten. Browsers
keep what they got for a year, and get a new digest with the next page.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock

from consent_app.panel.pages import FOLDER, pages
from consent_app.panel.texts import Text, module_texts, texts_module
from consent_app.text import LOCALES

PALETTE = Path(__file__).parent.parent / "web" / "assets" / "palette.css"
MAIN = "main.js"
VENDOR = "vendor.js"
SAID = "lib/said.js"
"""What the service says of fields: no page imports it, each may say it."""
EARLY = "lib/early.js"
"""It comes first, and begins while the others are on their way."""
SHEETS = ("styles/palette.css", "styles/panel.css")
_TYPES = {".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";$', re.MULTILINE)
_MAKING = Lock()


@dataclass(frozen=True)
class Module:
    """A file as it is served. ``imports``: the names of the modules that it imports."""

    content_type: str
    body: bytes
    imports: tuple[str, ...] = ()

    @cached_property
    def packed(self) -> bytes:
        """The body, compressed when it is first asked for."""
        return gzip.compress(self.body, 9, mtime=0)


def modules() -> dict[str, Module]:
    """Return every file by its name, such as ``lib/texts.js``.

    A process makes them for the first page that it is asked for, not at its start. The other
    threads wait for that.
    """
    with _MAKING:
        return _modules()


@cache
def _modules() -> dict[str, Module]:
    paths = (path for path in FOLDER.rglob("*") if path.suffix in _TYPES and path.is_file())
    bodies = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(paths)}
    bodies["styles/palette.css"] = PALETTE.read_bytes()
    made = {name: _module(name, body) for name, body in bodies.items()}
    return made | {name: _module(name, text.encode()) for name, text in _text_modules(made)}


def _module(name: str, body: bytes) -> Module:
    folder, suffix = posixpath.dirname(name), posixpath.splitext(name)[1]
    paths = _IMPORT.findall(body.decode()) if suffix == ".js" and name != VENDOR else []
    imports = (posixpath.normpath(posixpath.join(folder, path)) for path in paths)
    return Module(_TYPES[suffix], body, tuple(imports))


def _text_modules(made: Mapping[str, Module]) -> Iterator[tuple[str, str]]:
    """Yield the texts of each language: of all modules, and of each screen with its imports."""
    texts: dict[str, frozenset[Text]] = {
        name: module_texts(module.body.decode())
        for name, module in made.items()
        if name.endswith(".js") and name != VENDOR
    }
    screens = {
        page.screen: _imported(made, (MAIN, "app.js", page.screen, SAID)) for page in pages()
    }
    for locale in LOCALES:
        yield f"texts/{locale}.js", texts_module(locale, texts.values())
        for screen, names in screens.items():
            own = (texts[name] for name in names if name in texts)
            yield f"texts/{locale}/{screen}", texts_module(locale, own)


def _imported(made: Mapping[str, Module], roots: Iterable[str]) -> tuple[str, ...]:
    """Return the names of some modules and of all that they import, each once."""
    names: dict[str, None] = {}
    waiting = list(reversed(list(roots)))
    while waiting:
        name = waiting.pop()
        if name not in names:
            names[name] = None
            waiting += reversed(made[name].imports)
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
    return _imported(modules(), (EARLY, f"texts/{language}/{screen}", MAIN, "app.js", screen))
