"""Modules joined: a browser asks for a few files instead of forty, and they pack smaller.

A bundle has the name of the module that it is loaded for, and exports what that exports. Each of
its modules is a function that returns its exports, kept in a variable such as ``$lib_texts``. What
the common bundles hold is imported from there, so that no page has a module twice. Modules that
few screens share are in the bundle of each: they must not keep state.

A page that was open during an upgrade asks for its next screen in the new release. What that
imports from the page's own modules may have another name by now, so a later bundle also imports
the release's mark, which only modules of the same release have. Without it the browser does not
load the bundle, and the page asks to be reloaded.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from consent_app.panel.sources import MAIN, ROUTES, VENDOR, Source, imported

EARLY = "lib/early.js"
"""The first bundle: it runs while the others are loading."""
APP = "app.js"
"""The modules of every page, and those that at least ``SHARED`` screens import."""
SHARED = 3
PREVIEW = "preview.js"
"""The only script of the frame in the editor."""
RENEWAL = "renewal.js"
"""The service worker that renews sessions."""
_LATER = re.compile(r'(?<=\bimport\()(?P<quote>["`])(?P<way>(?:\.\.?/)+)')


def bundles(of: Mapping[str, Source]) -> dict[str, str]:
    """Return each bundle by its name: the common ones, and one for all that is imported later."""
    homes: dict[str, str] = {}
    joined: dict[str, str] = {}
    mark = release_mark(of)

    def join(root: str, names: Iterable[str]) -> None:
        members = [name for name in names if name not in homes]
        joined[root] = bundle(of, root, members, homes)
        if root == APP:
            joined[root] += f"const {mark} = true;\nexport {{ {mark} }};\n"
        elif root not in (EARLY, MAIN):
            app = _path(APP, posixpath.dirname(root) or ".")
            joined[root] = f'import {{ {mark} }} from "{app}";\n' + joined[root]
        if root in (EARLY, APP):
            homes.update(dict.fromkeys(members, root))

    join(EARLY, imported(of, [EARLY]))
    join(MAIN, imported(of, [MAIN]))
    join(APP, common(of))
    later = sorted({name for source in of.values() for name in source.later} - {APP})
    for root in later:
        join(root, imported(of, [root]))
    return {**joined, PREVIEW: of[PREVIEW].code, RENEWAL: of[RENEWAL].code}


def release_mark(of: Mapping[str, Source]) -> str:
    """Return a name that changes with the code of the modules."""
    hasher = hashlib.sha256()
    for name, source in sorted(of.items()):
        hasher.update(repr((name, sorted(source.imports.items()), source.code)).encode())
    return f"$release_{hasher.hexdigest()[:12]}"


def common(of: Mapping[str, Source]) -> tuple[str, ...]:
    """Return the modules that every page loads, those of ``EARLY`` and ``APP``."""
    screens = set(of[ROUTES].later)
    counted = Counter(name for screen in screens for name in imported(of, [screen]))
    return imported(of, [APP, *(name for name in of if counted[name] >= SHARED)])


def bundle(
    of: Mapping[str, Source], root: str, members: Iterable[str], homes: Mapping[str, str]
) -> str:
    """Return some modules joined, of which ``root`` is one, each after what it imports.

    ``homes``: the bundles in which other modules are.
    """
    members = list(members)
    folder = posixpath.dirname(root) or "."
    imported_names: dict[str, dict[str, None]] = {}
    parts: list[str] = []
    for name in members:
        lines = []
        for source, names in of[name].imports.items():
            if source == VENDOR:
                imported_names.setdefault(VENDOR, {}).update(dict.fromkeys(names))
                continue
            if source in homes:
                imported_names.setdefault(homes[source], {})[_variable(source)] = None
            if names:
                lines.append(f"const {{ {', '.join(names)} }} = {_variable(source)};")
        exports = ", ".join(of[name].exports)
        lines += [
            _moved(of[name].code, posixpath.dirname(name), folder),
            f"return {{ {exports} }};",
        ]
        parts.append(f"const {_variable(name)} = (() => {{\n" + "\n".join(lines) + "\n})();")
    imports = [
        f'import {{ {", ".join(names)} }} from "{_path(home, folder)}";'
        for home, names in imported_names.items()
    ]
    exported = [f"export {{ {', '.join(map(_variable, members))} }};"]
    if of[root].exports:
        exported.append(f"export const {{ {', '.join(of[root].exports)} }} = {_variable(root)};")
    return "\n".join([*imports, *parts, *exported, ""])


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _moved(code: str, before: str, after: str) -> str:
    """Return code with the paths of what it imports later, moved from one folder to another."""

    def moved(match: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join(before, match["way"]))
        way = "./" if place == after else f"{_path(place, after)}/"
        return match["quote"] + way

    return _LATER.sub(moved, code)


def _path(name: str, folder: str) -> str:
    path = posixpath.relpath(name, folder)
    return path if path.startswith("..") else f"./{path}"
