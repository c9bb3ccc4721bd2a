"""Translations: gettext catalogues, and Jinja2 environments that use them.

A catalogue is ``locale/<language>/LC_MESSAGES/consent_app.po``, one a language.

The texts in the code and in the templates are English, and the keys of the catalogues. A language
is added by its catalogue alone. Catalogues are compiled in memory when a language is first needed.
"""

from __future__ import annotations

import gettext
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from consent_app.text import LOCALES

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent / "locale"
DOMAIN = "consent_app"
_VALUE = re.compile(r"[\w-]+(?:\.[\w-]+)+|\d+")
"""What differs from one text to the next: a hostname or a number."""


def language_of(locale: str) -> str:
    """Return our language for a BCP 47 tag: ``de-AT`` gets ``de``, an unknown one English."""
    language = locale.replace("_", "-").partition("-")[0].lower()
    return language if language in LOCALES else LOCALES[0]


def mark(text: str) -> str:
    """Return ``text``, which is translated elsewhere: marks it for the catalogues."""
    return text


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return the catalogue of one of ``LOCALES``."""
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.is_file():
        return gettext.NullTranslations()
    # Imported here: only servers and workers write to people.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language, domain=DOMAIN))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def translated(text: str, language: str) -> str:
    """Return what the service says, in a language; as it is where the catalogue does not have it.

    Hostnames and numbers in it may differ: the catalogue has ``{1}``, ``{2}`` in their places.
    """
    if not text:
        return text
    catalogue = translations(language)
    said = catalogue.gettext(text)
    if said != text:
        return said
    values: list[str] = []

    def place(found: re.Match[str]) -> str:
        values.append(found[0])
        return f"{{{len(values)}}}"

    form = _VALUE.sub(place, text)
    said = catalogue.gettext(form)
    if said == form:
        return text
    return re.sub(r"\{(\d)\}", lambda found: values[int(found[1]) - 1], said)


@cache
def template_environment(
    package: str, folder: str, language: str, *, html: bool = False
) -> Environment:
    """Return the environment of a package's templates in a language; ``html``: they escape."""
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
    return env
