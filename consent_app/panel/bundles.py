"""Joining modules, so that a browser requests a few files instead of forty, which compress better.

A bundle has the name and the exports of the module that it is loaded for. Each of its modules
becomes a function that returns the module's exports, kept in a variable such as ``$lib_texts``.
Modules of the common bundles are imported from there, so that no page has a module twice. Modules
that few screens share are in the bundle of each screen, so they must not keep state.

A page that was open during an upgrade requests its next screen from the new release. The names that
this screen imports from the page's modules may have changed, so each later bundle also imports the
release's mark, which only modules of the same release export. If the page's modules do not export
it, the browser does not load the bundle, and the page asks to be reloaded.
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


def bundles(by_name: Mapping[str, Source]) -> dict[str, str]:
    """Return each bundle by its name: the common ones, and one for all that is imported later."""
    homes: dict[str, str] = {}
    joined: dict[str, str] = {}
    mark = release_mark(by_name)

    def join(root: str, names: Iterable[str]) -> None:
        members = [name for name in names if name not in homes]
        joined[root] = bundle(by_name, root, members, homes)
        if root == APP:
            joined[root] += f"const {mark} = true;\nexport {{ {mark} }};\n"
        elif root not in (EARLY, MAIN):
            app = _path(APP, posixpath.dirname(root) or ".")
            joined[root] = f'import {{ {mark} }} from "{app}";\n' + joined[root]
        if root in (EARLY, APP):
            homes.update(dict.fromkeys(members, root))

    join(EARLY, imported(by_name, [EARLY]))
    join(MAIN, imported(by_name, [MAIN]))
    join(APP, common(by_name))
    later = sorted({name for source in by_name.values() for name in source.later} - {APP})
    for root in later:
        join(root, imported(by_name, [root]))
    return {**joined, PREVIEW: by_name[PREVIEW].code, RENEWAL: by_name[RENEWAL].code}


def release_mark(by_name: Mapping[str, Source]) -> str:
    """Return a name that changes with the code of the modules."""
    hasher = hashlib.sha256()
    for name, source in sorted(by_name.items()):
        hasher.update(repr((name, sorted(source.imports.items()), source.code)).encode())
    return f"$release_{hasher.hexdigest()[:12]}"


def common(by_name: Mapping[str, Source]) -> tuple[str, ...]:
    """Return the modules that every page loads, those of ``EARLY`` and ``APP``."""
    screens = set(by_name[ROUTES].later)
    counted = Counter(name for screen in screens for name in imported(by_name, [screen]))
    return imported(by_name, [APP, *(name for name in by_name if counted[name] >= SHARED)])


def bundle(
    by_name: Mapping[str, Source], root: str, members: Iterable[str], homes: Mapping[str, str]
) -> str:
    """Return the joined ``members``, one of which is ``root``, each after the modules that it
    imports.

    ``homes`` maps all other modules to their bundles.
    """
    members = list(members)
    folder = posixpath.dirname(root) or "."
    imported_names: dict[str, dict[str, None]] = {}
    parts: list[str] = []
    for name in members:
        lines = []
        for source, names in by_name[name].imports.items():
            if source == VENDOR:
                imported_names.setdefault(VENDOR, {}).update(dict.fromkeys(names))
                continue
            if source in homes:
                imported_names.setdefault(homes[source], {})[_variable(source)] = None
            if names:
                lines.append(f"const {{ {', '.join(names)} }} = {_variable(source)};")
        exports = ", ".join(by_name[name].exports)
        lines += [
            _moved(by_name[name].code, posixpath.dirname(name), folder),
            f"return {{ {exports} }};",
        ]
        parts.append(f"const {_variable(name)} = (() => {{\n" + "\n".join(lines) + "\n})();")
    imports = [
        f'import {{ {", ".join(names)} }} from "{_path(home, folder)}";'
        for home, names in imported_names.items()
    ]
    exported = [f"export {{ {', '.join(map(_variable, members))} }};"]
    if by_name[root].exports:
        exported.append(
            f"export const {{ {', '.join(by_name[root].exports)} }} = {_variable(root)};"
        )
    return "\n".join([*imports, *parts, *exported, ""])


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _moved(code: str, before: str, after: str) -> str:
    """Return code with the paths of its dynamic imports, moved from one folder to another."""

    def moved(match: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join(before, match["way"]))
        way = "./" if place == after else f"{_path(place, after)}/"
        return match["quote"] + way

    return _LATER.sub(moved, code)


def _path(name: str, folder: str) -> str:
    path = posixpath.relpath(name, folder)
    return path if path.startswith("..") else f"./{path}"
