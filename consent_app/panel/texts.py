"""The texts of the panel's modules, in the languages of the catalogues.

A text is the first argument of ``_``, or the first two of ``ngettext``: a literal in double quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from consent_app.translations import translations

Text = str | tuple[str, str]
"""What is translated; a text with a number has two forms."""
_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(
    rf"(?<![\w.$])(?P<call>_|ngettext|mark)\(\s*(?P<first>{_LITERAL})(?:,\s*(?P<second>{_LITERAL}))?"
)


def texts_of(source: str) -> Iterator[tuple[int, str, Text]]:
    """Return line, function and text of each call in a module; of ``ngettext`` both forms."""
    for call in _CALL.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        first = json.loads(call["first"])
        if call["call"] == "ngettext" and call["second"]:
            yield line, "ngettext", (first, json.loads(call["second"]))
        else:
            yield line, "_", first


def module_texts(source: str) -> frozenset[Text]:
    """Return the texts of a module, each once: of ``ngettext`` both forms."""
    return frozenset(text for _, _, text in texts_of(source))


def texts_module(language: str, texts: Iterable[frozenset[Text]]) -> str:
    """Return the module of a language: some modules' English texts with their translations.

    Of a text with two forms both are in it. English itself has nothing to say.
    """
    catalogue = translations(language)
    translated: dict[str, str] = {}
    for text in frozenset[Text]().union(*texts):
        if isinstance(text, tuple):
            for form, n in zip(text, (1, 2), strict=True):
                translated[form] = catalogue.ngettext(*text, n)
        else:
            translated[text] = catalogue.gettext(text)
    changed = {
        text: translation for text, translation in sorted(translated.items()) if translation != text
    }
    return f"export default {json.dumps(changed, ensure_ascii=False)};\n"
