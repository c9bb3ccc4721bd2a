"""The email addresses that the service accepts: an addr-spec in a public domain.

The local part is a dot-string (RFC 5321). The domain is a full name of letters, digits and hyphens.
Display names, comments, quotes and IP literals are refused: they would allow many spellings of one
mailbox, each with its own rate limits.
"""

from __future__ import annotations

import re

CHARACTERS = 254
LOCAL_CHARACTERS = 64

_DOT_STRING = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
# Browsers and resolvers read a name that ends in a number, in any base, as an IPv4 address.
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")
# Names that no public name server resolves (RFC 6761, 6762, 7686, 9476; ICANN).
_PRIVATE = frozenset(("alt", "arpa", "internal", "invalid", "local", "localhost", "onion"))

NOT_ALONE = (
    "must be only an email address, such as ada@example.com: no name, quotes, comment or space"
)
TOO_LONG = "must have 254 characters or fewer, and 64 or fewer before the @"
NOT_ASCII = "must be in ASCII: write an international domain name in its xn-- form"
NOT_PUBLIC = "must end in a public domain name, such as example.com"


def problem_of(text: str, *, development: bool) -> str | None:
    """Return the error of an address, as a message for the person who typed it, or None.

    ``development`` also allows domains that are not public, such as ``localhost``.
    """
    if not text.isascii():
        return NOT_ASCII
    local, _, domain = text.rpartition("@")
    if len(text) > CHARACTERS or len(local) > LOCAL_CHARACTERS:
        return TOO_LONG
    # An encoded word (RFC 2047) has the characters of a dot-string, but is not one.
    if not _DOT_STRING.fullmatch(local) or "=?" in local:
        return NOT_ALONE
    labels = domain.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels) or _NUMBER.fullmatch(labels[-1]):
        return NOT_PUBLIC
    if not development and (len(labels) == 1 or labels[-1].lower() in _PRIVATE):
        return NOT_PUBLIC
    return None
