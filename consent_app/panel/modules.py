"""The panel's modules and style sheets, served at addresses that change with their contents.

One digest covers all files, because modules import each other by relative paths. Browsers cache the
files for a year; the next page that they load refers to the newest digest.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock

from consent_app.panel.bundles import APP, EARLY, bundles, common
from consent_app.panel.pages import FOLDER
from consent_app.panel.sources import MAIN, ROUTES, VENDOR, Source, imported, sources
from consent_app.panel.texts import texts_module
from consent_app.text import LOCALES

SHEET = "styles/panel.css"
SERVER_TEXTS = "lib/server-texts.js"
"""Texts of the service about fields: no page imports them, but any page may show them."""
_SHEETS = {
    SHEET: (
        Path(__file__).parent.parent / "web" / "assets" / "palette.css",
        FOLDER / "styles" / "panel.css",
    ),
    "styles/preview.css": (FOLDER / "styles" / "preview.css",),
}
_VENDOR_FILES = (VENDOR, "vendor.NOTICE.txt")
_TYPES = {".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}
_MAKING = Lock()


@dataclass(frozen=True)
class Module:
    """A file that is served."""

    content_type: str
    body: bytes

    @cached_property
    def packed(self) -> bytes:
        """The body, compressed when it is first asked for."""
        return gzip.compress(self.body, 9, mtime=0)


def modules() -> dict[str, Module]:
    """Return every file by its name, such as ``screens/overview.js``.

    A process makes them for the first page that it serves, not at its start. The other
    threads wait for that.
    """
    with _MAKING:
        return _modules()


@cache
def _modules() -> dict[str, Module]:
    by_name = sources()
    bodies = {name: (FOLDER / name).read_bytes() for name in _VENDOR_FILES}
    for name, paths in _SHEETS.items():
        bodies[name] = b"".join(path.read_bytes() for path in paths)
    for name, text in bundles(by_name).items():
        bodies[name] = text.encode()
    for name, text in _text_modules(by_name):
        bodies[name] = text.encode()
    return {name: Module(_TYPES[Path(name).suffix], body) for name, body in bodies.items()}


def _text_modules(by_name: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    """Yield the texts of each language: of all modules, and of each screen with its imports."""
    shared = common(by_name)
    screens = {
        screen: imported(by_name, (*shared, screen, SERVER_TEXTS), later=True)
        for screen in by_name[ROUTES].later
    }
    for locale in LOCALES:
        yield (
            f"texts/{locale}.js",
            texts_module(locale, (source.texts for source in by_name.values())),
        )
        for screen, names in screens.items():
            texts = (by_name[name].texts for name in names)
            yield f"texts/{locale}/{screen}", texts_module(locale, texts)


@cache
def digest() -> str:
    """Return the digest of all files."""
    hasher = hashlib.sha256()
    for name, module in sorted(modules().items()):
        hasher.update(f"{name}\0{len(module.body)}\0".encode())
        hasher.update(module.body)
    return hasher.hexdigest()[:16]


def needed(screen: str, language: str) -> tuple[str, ...]:
    """Return the names of the modules that a page loads before it can be used, each once."""
    return (EARLY, f"texts/{language}/{screen}", MAIN, VENDOR, APP, screen)
