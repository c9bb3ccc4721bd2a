"""The texts of the panel's modules, in the languages of the catalogues.

A text is the first argument of ``_``, or the first two of ``ngettext``: a literal in double quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from gettext import GNUTranslations

from consent_app.translations import translations

Text = str | tuple[str, str]
"""A text to translate; one with a number has two forms."""
_NUMBERS = (*range(200), 1_000_000)
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

    The forms of a text with a number have it, both English forms and their own number as keys, a
    line each. The key "" is the number of the form for 0 to 199, and for whole millions: rules of
    plurals look at no more than the last two digits of other numbers. English itself has nothing to
    say.
    """
    catalogue = translations(language)
    if not isinstance(catalogue, GNUTranslations):
        return "export default {};\n"
    form_of: Callable[[int], int] = catalogue.plural  # type: ignore[attr-defined]
    forms = {form_of(n): n for n in reversed(_NUMBERS)}
    translated: dict[str, str] = {"": "".join(str(form_of(n)) for n in _NUMBERS)}
    for text in frozenset[Text]().union(*texts):
        if isinstance(text, tuple):
            for form, n in forms.items():
                translated["\n".join((*text, str(form)))] = catalogue.ngettext(*text, n)
        else:
            translated[text] = catalogue.gettext(text)
    changed = {
        text: translation for text, translation in sorted(translated.items()) if translation != text
    }
    return f"export default {json.dumps(changed, ensure_ascii=False)};\n"
