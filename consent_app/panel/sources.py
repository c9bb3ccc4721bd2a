"""The source of the panel's modules: the imports, exports and texts of each.

The sources keep to one form, so that no parser of JavaScript is needed: an import names its members
in braces, and ``export`` precedes each exported declaration. A comment has its lines to itself, or
is the JSDoc of an expression.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from consent_app.panel.pages import FOLDER
from consent_app.panel.texts import Text, module_texts

MAIN = "main.js"
ROUTES = "routes.js"
VENDOR = "vendor.js"
_IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\} from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const) (?P<name>\w+))", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_TYPES = re.compile(r"/\*\* @[^*]*\*/ ?")


@dataclass(frozen=True, slots=True)
class Source:
    """A module. ``imports``: the names that it takes of each module. ``code``: all but these.

    ``later``: modules that it imports when they are needed.
    """

    name: str
    imports: Mapping[str, tuple[str, ...]]
    later: tuple[str, ...]
    exports: tuple[str, ...]
    code: str
    texts: frozenset[Text]


def sources() -> dict[str, Source]:
    """Return every module of the panel by its name, such as ``lib/texts.js``, but the vendors'."""
    paths = {path.relative_to(FOLDER).as_posix(): path for path in sorted(FOLDER.rglob("*.js"))}
    return {
        name: read(name, path.read_text(encoding="utf-8"))
        for name, path in paths.items()
        if name != VENDOR
    }


def read(name: str, text: str) -> Source:
    """Read a module. Raises ValueError if it has not the form that all have."""
    folder = posixpath.dirname(name)

    def placed(path: str) -> str:
        return posixpath.normpath(posixpath.join(folder, path))

    bare = _TYPES.sub("", _COMMENTS.sub("", text))
    imports: dict[str, tuple[str, ...]] = {}
    for result in _IMPORT.finditer(bare):
        names = (word.strip() for word in (result["names"] or "").split(","))
        imports[placed(result["path"])] = tuple(filter(None, names))
    exports = tuple(result["name"] for result in _EXPORT.finditer(bare))
    code = _EXPORT.sub("", _IMPORT.sub("", bare))
    if re.search(r"^(?:import|export)\b(?!\()", code, re.MULTILINE):
        raise ValueError(f"{name} imports or exports in another form")
    later = tuple(placed(path) for path in _LATER.findall(code))
    return Source(name, imports, later, exports, code.strip("\n"), module_texts(bare))


def imported(
    by_name: Mapping[str, Source], roots: Iterable[str], *, later: bool = False
) -> tuple[str, ...]:
    """Return the names of modules and all their imports, each once and after its own imports.

    ``later`` includes dynamic imports, except those of other pages. The vendors' module is left
    out.
    """
    names: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in names or name == VENDOR:
            return
        source = by_name[name]
        for imported in source.imports:
            visit(imported)
        names[name] = None
        if later and name not in (ROUTES, MAIN):
            for imported in source.later:
                visit(imported)

    for root in roots:
        visit(root)
    return tuple(names)
