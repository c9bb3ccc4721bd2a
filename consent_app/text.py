"""Names: trimming those that people give, spelling columns' as the API does, and the languages that
people are written to in.
"""

from __future__ import annotations

from pathlib import Path

LOCALES = ("en", *sorted(path.name for path in (Path(__file__).parent / "locale").iterdir()))
"""What mails and pages are written in: English, the default, and each language that has a catalogue
(``consent_app.translations``)."""

# What the regular expressions of openapi.yaml call white space (Unicode White_Space and ECMA's).
_SPACE = (
    " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def trimmed(name: str | None) -> str | None:
    """Return ``name`` without white space around it; None stays None."""
    return name.strip(_SPACE) if name is not None else None


def camel_case(name: str) -> str:
    """Return a column's name as the API spells it: ``retention_months`` is ``retentionMonths``."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)
