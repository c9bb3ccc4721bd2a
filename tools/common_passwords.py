"""``python -m tools.common_passwords LIST…``: the filter of breached passwords and common words.

Each ``LIST`` is a text file in UTF-8 with one password a line, the most common first. Common words
and names come from the development dependency zxcvbn.
``consent_app/security/common_passwords.NOTICE.txt`` says which lists the filter was created from.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path

from consent_app.security.common_passwords import (
    FILE,
    MIN_WORD_LENGTH,
    PASSWORD,
    WORD,
    affixes_stripped,
    folded,
    positions,
    unleet,
)

BITS_PER_ENTRY = 20
"""With fourteen hashes, about one in fifteen thousand other passwords is a false positive."""
HASHES = 14
WORDS_FROM_LISTS = 40_000
MORE_WORDS = """
    spring summer autumn winter january february march april june july august september october
    november december monday tuesday wednesday thursday friday saturday sunday
    frühling sommer herbst winter januar februar märz juni juli oktober dezember montag dienstag
    mittwoch donnerstag freitag samstag sonntag passwort kennwort geheim hallo schatz willkommen
    printemps automne hiver motdepasse bonjour soleil contraseña verano invierno
    welcome admin administrator letmein changeme default secret login access master qwerty
    azerty qwertz asdf consent cookie banner company office server
"""


def passwords(files: Iterable[Path]) -> set[str]:
    """Return the passwords of the lists that the other rules would allow, folded."""
    allowed: set[str] = set()
    for file in files:
        for line in file.read_text(encoding="utf-8", errors="ignore").splitlines():
            if 8 <= len(line.strip()) <= 128:
                allowed.add(folded(line.strip()))
    return allowed


def words(files: Iterable[Path]) -> set[str]:
    """Return the words that passwords are built from: names, and the most common words."""
    lists = importlib.import_module("zxcvbn.frequency_lists").FREQUENCY_LISTS
    candidates = set(MORE_WORDS.split())
    for name in ("male_names", "female_names", "surnames", "us_tv_and_film", "english_wikipedia"):
        candidates.update(lists[name][:20_000])
    for file in files:
        lines = file.read_text(encoding="utf-8", errors="ignore").splitlines()
        candidates.update(lines[:WORDS_FROM_LISTS])
    cores = {affixes_stripped(unleet(folded(word)))[0] for word in candidates}
    return {core for core in cores if len(core) >= MIN_WORD_LENGTH and core.isalpha()}


def main() -> None:
    """Write the filter, and print its size."""
    files = [Path(name) for name in sys.argv[1:]]
    entries = {PASSWORD + password for password in passwords(files)} | {
        WORD + word for word in words(files)
    }
    bits = len(entries) * BITS_PER_ENTRY
    table = bytearray(-(-bits // 8))
    for entry in entries:
        for position in positions(entry, HASHES, bits):
            table[position >> 3] |= 1 << (position & 7)
    header = bits.to_bytes(8) + HASHES.to_bytes(1) + len(entries).to_bytes(8)
    path = Path(__file__).resolve().parent.parent / "consent_app" / "security" / FILE
    path.write_bytes(header + bytes(table))
    print(f"{path}: {len(entries)} entries, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
