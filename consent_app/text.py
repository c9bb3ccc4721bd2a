"""Small helpers for text: trimming names, column names as the API spells them, and languages."""

from __future__ import annotations

from pathlib import Path

LOCALES = ("en", *sorted(path.name for path in (Path(__file__).parent / "locale").iterdir()))
"""The languages of mails and pages: English, the default, and every language with a catalogue
(``consent_app.translations``)."""

# White space in the regular expressions of openapi.yaml (Unicode White_Space, ECMA).
_SPACE = (
    " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def trimmed(name: str | None) -> str | None:
    """Return ``name`` without surrounding white space; None stays None."""
    return name.strip(_SPACE) if name is not None else None


def camel_case(name: str) -> str:
    """Return a column's name as the API spells it: ``retention_months`` is ``retentionMonths``."""
    first, *later_words = name.split("_")
    return first + "".join(word.capitalize() for word in later_words)
