"""Translations: gettext catalogues, and Jinja2 environments that use them.

Each language has one catalogue, ``locale/<language>/LC_MESSAGES/consent_app.po``. The English texts
in the code and the templates are its keys. Adding a catalogue is all that it takes to add a
language (docs/translating.md). Catalogues are compiled in memory on first use.
"""

from __future__ import annotations

import gettext
import re
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from consent_app.text import CATALOGUE, LOCALES, LOCALES_FOLDER

if TYPE_CHECKING:
    from jinja2 import Environment

DOMAIN = "consent_app"
_VALUE = re.compile(r"[\w-]+(?:\.[\w-]+)+|\d+")
"""The parts in which otherwise identical texts differ: hostnames and numbers."""
_BY_LOWER = {locale.lower(): locale for locale in LOCALES}


def language_of(locale: str) -> str:
    """Return the supported language for a BCP 47 tag: ``de`` for ``de-AT``, English if unknown."""
    wanted = locale.replace("_", "-").lower()
    while wanted:
        if wanted in _BY_LOWER:
            return _BY_LOWER[wanted]
        wanted = wanted.rpartition("-")[0]
    return LOCALES[0]


def mark(text: str) -> str:
    """Return ``text`` unchanged. Marks it for the catalogues, to be translated elsewhere."""
    return text


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return the catalogue of one of ``LOCALES``."""
    name = language.replace("-", "_")
    path = LOCALES_FOLDER / name / CATALOGUE
    if not path.is_file():
        return gettext.NullTranslations()
    # Imported here: only servers and workers write to people.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=name, domain=DOMAIN))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def localized(text: str, locale: str) -> str:
    """Return a marked text in the language of a person's ``locale``."""
    return translations(language_of(locale)).gettext(text)


def translated(text: str, language: str) -> str:
    """Return a text of the service in a language, or unchanged if the catalogue does not have it.

    Hostnames and numbers may vary: the catalogue has ``{1}``, ``{2}`` in their place.
    """
    if not text:
        return text
    catalogue = translations(language)
    translation = catalogue.gettext(text)
    if translation != text:
        return translation
    values: list[str] = []

    def place(match: re.Match[str]) -> str:
        values.append(match[0])
        return f"{{{len(values)}}}"

    form = _VALUE.sub(place, text)
    translation = catalogue.gettext(form)
    if translation == form:
        return text
    return re.sub(r"\{(\d)\}", lambda match: values[int(match[1]) - 1], translation)


@cache
def is_right_to_left(language: str) -> bool:
    """Return whether one of ``LOCALES`` is written from right to left, as Unicode's CLDR says."""
    from babel import Locale

    return Locale.parse(language, sep="-").text_direction == "rtl"


@cache
def template_environment(
    package: str, folder: str, language: str, *, html: bool = False
) -> Environment:
    """Return the Jinja2 environment of a package's templates in a language. ``html`` escapes
    values.

    Templates can read ``is_right_to_left``.
    """
    # Imported here: most commands render nothing.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    env = Environment(
        loader=PackageLoader(package, folder),
        autoescape=html,  # noqa: S701 - plain text has nothing to escape
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    install: Any = env
    install.install_gettext_translations(translations(language), newstyle=True)
    env.globals["is_right_to_left"] = is_right_to_left(language)
    return env
