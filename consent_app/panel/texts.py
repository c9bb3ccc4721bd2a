"""The texts of the panel's modules, in the languages of the catalogues.

A text is the first argument of ``_``, or the first two of ``ngettext``: a literal in double quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from consent_app.translations import translations

FOLDER = Path(__file__).parent / "assets"
_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(
    rf"(?<![\w.$])(?P<call>_|ngettext|mark)\(\s*(?P<first>{_LITERAL})(?:,\s*(?P<second>{_LITERAL}))?"
)


def texts_of(source: str) -> Iterator[tuple[int, str, str | tuple[str, str]]]:
    """Return line, function and text of each call in a module; of ``ngettext`` both forms."""
    for call in _CALL.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        first = json.loads(call["first"])
        if call["call"] == "ngettext" and call["second"]:
            yield line, "ngettext", (first, json.loads(call["second"]))
        else:
            yield line, "_", first


@cache
def _all_texts() -> frozenset[str | tuple[str, str]]:
    modules = (path for path in FOLDER.rglob("*.js") if path.name != "vendor.js")
    return frozenset(
        text for path in modules for _, _, text in texts_of(path.read_text(encoding="utf-8"))
    )


def texts_module(language: str, modules: Iterable[str] = ()) -> str:
    """Return the module of a language: each English text with its translation.

    With the sources of some ``modules`` it has their texts alone.
    Of a text with two forms both are in it. English itself has nothing to say.
    """
    catalogue = translations(language)
    translated: dict[str, str] = {}
    said = frozenset(text for source in modules for _, _, text in texts_of(source))
    for text in said or _all_texts():
        if isinstance(text, tuple):
            for form, n in zip(text, (1, 2), strict=True):
                translated[form] = catalogue.ngettext(*text, n)
        else:
            translated[text] = catalogue.gettext(text)
    changed = {
        text: translation for text, translation in sorted(translated.items()) if translation != text
    }
    return f"export default {json.dumps(changed, ensure_ascii=False)};\n"
