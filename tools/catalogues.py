"""The translation catalogues, with every English text of the code and the templates.

``make catalogues`` updates ``consent_app/locale``; ``--check`` fails if it is out of date, or a
translation is missing or wrong. docs/translating.md describes how to add a language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

from consent_app.panel.texts import texts_of

ROOT = Path(__file__).parent.parent
APP = ROOT / "consent_app"
METHODS = [
    ("**/vendor.js", "ignore"),
    ("panel/assets/**.js", "tools.catalogues:extract_module"),
    ("**.py", "python"),
    ("**.j2", "jinja2.ext:babel_extract"),
]
KEYWORDS = {"gettext": None, "ngettext": (1, 2), "_": None, "mark": None}
OPTIONS = {"**.j2": {"trimmed": "false", "newstyle_gettext": "true", "silent": "false"}}
NOTE = "Translators:"
"""Begins a comment above a text that the catalogues have for translators."""
_DATES = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To'
    rb'|Generated-By|Project-Id-Version):.*\\n"\n',
    re.MULTILINE,
)
_PLACE = re.compile(r"%%|%\(\w+\)s|\{\w+\}|[%{}]")
"""The place of a value, and the characters that would be a malformed one."""
_NUMBERS = {"{n}", "%(count)s"}
"""The places of numbers. The form for one number may spell it: "a day"."""


def extract_module(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Extract the texts of one of the panel's modules. A Babel extraction method."""
    source = file.read().decode()
    lines = ["", *source.splitlines()]
    for line, function, text in texts_of(source):
        above = lines[line - 1].strip().removeprefix("// ")
        yield line, function, text, [above] if above.startswith(NOTE) else []


def extracted() -> Catalog:
    """Return every text to translate, with the names of its files."""
    catalogue = Catalog()
    for name, line, text, comments, _ in extract_from_dir(
        str(APP),
        METHODS,
        OPTIONS,
        keywords=KEYWORDS,
        comment_tags=(NOTE,),
        strip_comment_tags=True,
        directory_filter=lambda folder: True,
    ):
        catalogue.add(text, locations=[(name, line)], auto_comments=comments)
    return catalogue


def updated(path: Path, template: Catalog) -> tuple[bytes, list[tuple[int, str]]]:
    """Return the up-to-date file, and its faults: a line and a sentence each.

    Raises PoFileError if the file is malformed, and LookupError for a folder that is not named like
    a language.
    """
    language = path.parent.parent.name
    english_name = _english_name(language)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=path.stem, abort_invalid=True)
    header = catalogue.header_comment
    if not path.stat().st_size:
        header = f"# The {english_name} texts of mails and pages. Keys are the English ones."
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = header
    catalogue.fuzzy = False
    written = BytesIO()
    write_po(written, catalogue, width=100, sort_output=True, include_lineno=False)
    content = _DATES.sub(b"", written.getvalue())
    return content, list(_faults(read_po(BytesIO(content), locale=language)))


def _english_name(language: str) -> str | None:
    """Return the name of a language by its folder's. Raises LookupError for any other folder."""
    try:
        # Unlike gettext, BCP 47 has no modifiers such as "@latin".
        if "@" not in language:
            return Locale.parse(language).english_name
    except (ValueError, UnknownLocaleError):
        pass
    raise LookupError(f"{language} is not a language. Name the folder like pl, pt_BR or sr_Latn")


def _faults(catalogue: Catalog) -> Iterator[tuple[int, str]]:
    for message in catalogue:
        if message.id and (advice := _advice(message)):
            yield message.lineno or 0, f"{advice}: {message.id}"


def _advice(message: Message) -> str | None:
    """Return what to do about a translation, or None if it is right."""
    ids, forms = _forms(message.id), _forms(message.string)
    if not all(forms):
        return "fill in the msgstr of"
    if message.fuzzy:
        return "check the msgstr, and remove the mark “fuzzy”, of"
    expected = set().union(*map(_places, ids))
    optional = _NUMBERS if len(ids) > 1 else set()
    for form in map(_places, forms):
        wrong = sorted((form - expected) | (expected - form - optional))
        if wrong:
            return f"the msgstr differs in {', '.join(wrong)} from the msgid"
    return None


def _forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (text,)


def _places(text: str) -> set[str]:
    """Return the places of values in a text, and signs that do not belong to one."""
    return set(_PLACE.findall(text)) - {"%%"}


def main() -> int:
    """Update the catalogues, or check them. Return the exit status: 1 if they have faults."""
    check, status, template = "--check" in sys.argv, 0, extracted()
    for path in sorted(APP.glob("locale/*/LC_MESSAGES/*.po")):
        name = path.relative_to(ROOT)
        try:
            content, faults = updated(path, template)
        except PoFileError as error:
            print(f"{name}:{error.lineno + 1}: {error.line.strip()} is not what a catalogue has")
            status = 1
            continue
        except LookupError as error:
            print(f"{name}: {error}")
            status = 1
            continue
        if not check:
            path.write_bytes(content)
        elif content != path.read_bytes():
            # The faults are at lines of the new file, which is not written.
            print(f"{name} is out of date: run make catalogues")
            status = 1
            continue
        for line, sentence in faults:
            print(f"{name}:{line}: {sentence}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
