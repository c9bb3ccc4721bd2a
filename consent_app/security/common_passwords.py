"""Common passwords: breached ones, variations of common words, and names of the person.

NIST SP 800-63B §3.1.1.2, OWASP ASVS 5.0 6.2.4 and 6.2.11. The breached passwords and the words are
in a Bloom filter next to this module, made by ``tools/common_passwords.py``; the notice names their
sources. A Bloom filter never misses an entry. It also refuses about one in ten thousand other
passwords, and the person then chooses another one.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from importlib.resources import files

FILE = "common_passwords.bloom"
PASSWORD = "password:"  # noqa: S105 - what an entry is, not a password
WORD = "word:"
MIN_WORD_LENGTH = 4
MAX_AFFIX = 7
"""Digits and symbols around a word, which add no secrecy: a year, an exclamation mark."""
MIN_REMAINDER = 6
"""How much of a password must remain without its owner's names."""
MAX_REPEATED = 32
"""Up to how many characters a repetition of a few counts as common. Lists of guesses and the rules
of guessing programs repeat short words a few times; the contract takes 128 characters."""

PRODUCT = "consent"

_HEADER = 17
_AFFIXES = re.compile(r"^([\W\d_]*)(.*?)([\W\d_]*)$", re.DOTALL)
_LEET = str.maketrans("@4836!10$57+2", "aabegiiossttz")
_LEET_L = str.maketrans("@4836!10$57+2", "aabegllossttz")

BREACHED = "appears in known data breaches, so attackers try it first: choose another"
COMMON = "is a common word with digits or symbols added, which attackers try first: choose another"
PERSONAL = "must be more than your name, address, organization or this product's name"
REPEATED = "repeats a few characters: choose another"
RULES = (BREACHED, COMMON, PERSONAL, REPEATED)


def folded(text: str) -> str:
    """Return the form in which passwords are compared: without case and width."""
    return unicodedata.normalize("NFKC", text).casefold()


def unleet(text: str, *, ones_are_l: bool = False) -> str:
    """Return ``text`` with letters in place of the digits and symbols that stand for them."""
    start, core, end = _split(text)
    return start + core.translate(_LEET_L if ones_are_l else _LEET) + end


def affixes_stripped(text: str) -> tuple[str, int]:
    """Return ``text`` without leading and trailing digits and symbols, and how many those were."""
    start, core, end = _split(text)
    return core, len(start) + len(end)


def positions(entry: str, hashes: int, bits: int) -> Iterator[int]:
    """Yield the bits of an entry."""
    digest = hashlib.blake2b(entry.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    first, second = int.from_bytes(digest[:8]), int.from_bytes(digest[8:]) | 1
    return ((first + number * second) % bits for number in range(hashes))


class CommonPasswords:
    """The filter, which is read when an instance is created."""

    def __init__(self) -> None:
        content = files(__package__).joinpath(FILE).read_bytes()
        self._bits = int.from_bytes(content[:8])
        self._hashes = content[8]
        self._entries = int.from_bytes(content[9:_HEADER])
        self._table = content[_HEADER:]

    def violated_rule(self, password: str, names: Iterable[str | None] = ()) -> str | None:
        """Return the rule that a password violates, as a message; None for a good one.

        ``names`` are the person's own: name, address, organization.
        """
        text = folded(password)
        if self._has(PASSWORD + text):
            return BREACHED
        if _is_repeated(text):
            return REPEATED
        if self._is_varied_word(text):
            return COMMON
        if _is_personal(text, _own_words(names)):
            return PERSONAL
        return None

    def __contains__(self, password: object) -> bool:
        """Return whether ``password`` violates a rule that does not depend on its owner."""
        return isinstance(password, str) and self.violated_rule(password) is not None

    def __len__(self) -> int:
        return self._entries

    def __repr__(self) -> str:
        return f"CommonPasswords({len(self)})"

    def _has(self, entry: str) -> bool:
        table = self._table
        return all(
            table[position >> 3] >> (position & 7) & 1
            for position in positions(entry, self._hashes, self._bits)
        )

    def _is_varied_word(self, text: str) -> bool:
        """Return whether the password is just a common word, with substitutions and some digits and
        symbols."""
        for form in _forms(text):
            core, affix = affixes_stripped(form)
            if len(core) >= MIN_WORD_LENGTH and affix <= MAX_AFFIX and self._has(WORD + core):
                return True
        return False


def _forms(text: str) -> set[str]:
    forms = {text}
    for ones_are_l in (False, True):
        forms.add(unleet(text, ones_are_l=ones_are_l))
        # A symbol at an end may stand for a letter too, such as the dollar of Pa$$.
        forms.add(text.translate(_LEET_L if ones_are_l else _LEET))
    # Repeating the same word adds nothing.
    return forms | {form[: len(form) // 2] for form in forms if _is_doubled(form)}


def _is_doubled(text: str) -> bool:
    half = len(text) // 2
    return len(text) % 2 == 0 and text[:half] == text[half:]


def _is_repeated(text: str) -> bool:
    return len(text) <= MAX_REPEATED and any(
        len(text) % size == 0 and text == text[:size] * (len(text) // size)
        for size in range(1, min(4, len(text) // 2 + 1))
    )


def _own_words(names: Iterable[str | None]) -> list[str]:
    """Return the words of a person's names and address, and of the product's name, longest
    first."""
    words = {PRODUCT}
    for name in names:
        if not name:
            continue
        local, _, domain = folded(name).partition("@")
        # Of a domain all but its last label, which is common to many.
        labels = domain.split(".")[:-1]
        parts = re.split(r"[\W_]+", local)
        words.update(parts, labels, ["".join(parts)])
    return sorted(
        (word for word in words if len(word) >= MIN_WORD_LENGTH - 1), key=len, reverse=True
    )


def _is_personal(text: str, words: list[str]) -> bool:
    for form in (text, unleet(text), unleet(text, ones_are_l=True)):
        remaining = form
        for word in words:
            remaining = remaining.replace(word, "")
        if remaining != form and len(affixes_stripped(remaining)[0]) < MIN_REMAINDER:
            return True
    return False


def _split(text: str) -> tuple[str, str, str]:
    match = _AFFIXES.match(text)
    assert match is not None
    return match[1], match[2], match[3]
