"""Small helpers for text: trimming, comparing and sorting names, lists in columns, column names as
the API spells them, ids, and languages."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from uuid import UUID

LOCALES_FOLDER = Path(__file__).parent / "locale"
CATALOGUE = "LC_MESSAGES/consent_app.po"


def locales_in(folder: Path) -> tuple[str, ...]:
    """Return the languages of a folder of catalogues as BCP 47 tags: English, then the others.

    A language's folder is named as gettext does: ``pt_BR`` is ``pt-BR``.
    """
    tags = {path.parent.parent.name.replace("_", "-") for path in folder.glob(f"*/{CATALOGUE}")}
    return ("en", *sorted(tags - {"en"}))


LOCALES = locales_in(LOCALES_FOLDER)
"""The languages of emails and pages: English, the default, and every language with a catalogue
(``consent_app.translations``)."""

# White space in the regular expressions of openapi.yaml (Unicode White_Space, ECMA).
_SPACE = (
    " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

# What nothing is drawn for: Unicode's Default_Ignorable_Code_Point, white space and fillers. Tag
# characters are in it, which hide a text in another, but also make flags of emoji.
_INVISIBLE = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff]*"
)

# Links, encoded words of emails, control characters, and what UTF-8 cannot represent.
_NOT_IN_NAMES = re.compile(r"://|=\?|[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

# Letters whose strokes and ligatures Unicode does not take apart, as it does with accents.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "\u0131": "i", "ŧ": "t"}
    | {"æ": "ae", "œ": "oe", "þ": "th"}
)


def is_visible(name: str) -> bool:
    """Return whether at least one character of ``name`` can be seen."""
    return _INVISIBLE.fullmatch(name) is None


def is_acceptable_name(name: str) -> bool:
    """Return whether people and workspaces may have a name, as ``PersonName`` and
    ``OrganizationName`` of openapi.yaml say, but for its length."""
    return is_visible(name) and _NOT_IN_NAMES.search(name) is None


def noun_form(count: int, noun: str) -> str:
    """Return an English noun, whose plural is regular, in the form that belongs to ``count``."""
    return noun if count == 1 else f"{noun}s"


def stored_list(text: str) -> list[str]:
    """Return the words of a column that stores a list of them, separated by commas."""
    return text.split(",") if text else []


def parse_uuid(text: str) -> UUID | None:
    """Return the UUID that ``text`` is, or None if it is none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def trimmed(name: str | None) -> str | None:
    """Return ``name`` without surrounding white space; None stays None."""
    return name.strip(_SPACE) if name is not None else None


def folded(text: str) -> str:
    """Return ``text`` in the form that ignores case, and how accents are composed.

    Databases disagree about both: SQLite lowers only ASCII, PostgreSQL what its locale says.
    """
    decomposed = unicodedata.normalize("NFD", text).casefold()
    return unicodedata.normalize("NFC", decomposed)


def sort_key(name: str) -> tuple[str, str, str]:
    """Return the key that sorts names as people expect, the same on every database.

    First by letters without case and accents, then with accents, then as written.
    """
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_LETTERS)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain, folded(name), name


def camel_case(name: str) -> str:
    """Return a column's name as the API spells it: ``retention_months`` is ``retentionMonths``."""
    first, *later_words = name.split("_")
    return first + "".join(word.capitalize() for word in later_words)
