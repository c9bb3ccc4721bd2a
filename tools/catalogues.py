"""The translation catalogues, with every English text of the code and the templates.

``make catalogues`` updates ``consent_app/locale``; ``--check`` fails if it is out of date or
incomplete. To add a language, create an empty file
``consent_app/locale/<language>/LC_MESSAGES/consent_app.po``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

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
_DATES = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To'
    rb'|Generated-By|Project-Id-Version):.*\\n"\n',
    re.MULTILINE,
)


def extract_module(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Extract the texts of one of the panel's modules. A Babel extraction method."""
    for line, function, text in texts_of(file.read().decode()):
        yield line, function, text, []


def extracted() -> Catalog:
    """Return every text to translate."""
    catalogue = Catalog()
    for file in extract_from_dir(
        str(APP), METHODS, OPTIONS, keywords=KEYWORDS, directory_filter=lambda folder: True
    ):
        catalogue.add(file[2])
    return catalogue


def updated(path: Path, template: Catalog) -> tuple[bytes, list[tuple[int, str]]]:
    """Return the up-to-date file, and the lines and texts that lack a translation in it."""
    language = path.parent.parent.name
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=path.stem)
    header = catalogue.header_comment
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = header
    catalogue.fuzzy = False
    written = BytesIO()
    write_po(written, catalogue, width=100, sort_output=True, no_location=True)
    content = _DATES.sub(b"", written.getvalue())
    return content, list(_untranslated(read_po(BytesIO(content), locale=language)))


def _untranslated(catalogue: Catalog) -> Iterator[tuple[int, str]]:
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(forms):
            yield message.lineno or 0, str(message.id)


def main() -> int:
    """Update the catalogues, or check them. Return the exit status: 1 if they are incomplete."""
    check, status, template = "--check" in sys.argv, 0, extracted()
    for path in sorted(APP.glob("locale/*/LC_MESSAGES/*.po")):
        content, missing = updated(path, template)
        name = path.relative_to(ROOT)
        if not check:
            path.write_bytes(content)
        elif content != path.read_bytes():
            print(f"{name} is out of date: run make catalogues")
            status = 1
        for line, text in missing:
            print(f"{name}:{line}: fill in the msgstr of: {text}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
