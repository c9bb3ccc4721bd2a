"""The 10,000 commonest passwords that the rules would allow: those that guessing begins with.

NIST SP 800-63B §3.1.1.2, OWASP ASVS 5.0 6.2.4. The list stands beside this module, with its source.
"""

from __future__ import annotations

import gzip
from importlib.resources import files

_FILE = "common_passwords.txt.gz"


class CommonPasswords:
    """The list, read when this is made: about ten milliseconds and one megabyte."""

    def __init__(self) -> None:
        packed = files(__package__).joinpath(_FILE).read_bytes()
        self._passwords = frozenset(gzip.decompress(packed).decode().split("\n")) - {""}

    def __contains__(self, password: object) -> bool:
        """Whether ``password`` is among them, in whatever case it is written."""
        return isinstance(password, str) and password.casefold() in self._passwords

    def __len__(self) -> int:
        return len(self._passwords)

    def __repr__(self) -> str:
        return f"CommonPasswords({len(self)})"
