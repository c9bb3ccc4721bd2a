"""What an email address is here: an addr-spec in a public domain, and nothing beside it.

The local part is RFC 5321's dot-string, the domain a full name of letters, digits and hyphens. A
display name, a comment, quotes or an IP literal would make many spellings of one mailbox, and each
would count on its own against every limit.
"""

from __future__ import annotations

import re

CHARACTERS = 254
LOCAL_CHARACTERS = 64

_DOT_STRING = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
# As browsers and resolvers read the end of an IPv4 address, in whatever base.
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")
# Reserved for names that no public name server knows (RFC 6761, 6762, 7686, 9476; ICANN).
_PRIVATE = frozenset(("alt", "arpa", "internal", "invalid", "local", "localhost", "onion"))

NOT_ALONE = (
    "must be an email address alone, such as ada@example.com: no name, quotes, comment or space"
)
TOO_LONG = "must have 254 characters or fewer, and 64 or fewer before the @"
NOT_ASCII = "must be in ASCII: write an international domain name in its xn-- form"
NOT_PUBLIC = "must end in a public domain name, such as example.com"


def fault_of(text: str, *, development: bool) -> str | None:
    """Return what is wrong with an address in words for whoever typed it, None if nothing is.

    ``development`` allows a domain that is not public, such as ``localhost``.
    """
    if not text.isascii():
        return NOT_ASCII
    local, _, domain = text.rpartition("@")
    if len(text) > CHARACTERS or len(local) > LOCAL_CHARACTERS:
        return TOO_LONG
    # An encoded word (RFC 2047) is a dot-string by its characters, and read as one by nobody.
    if not _DOT_STRING.fullmatch(local) or "=?" in local:
        return NOT_ALONE
    labels = domain.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels) or _NUMBER.fullmatch(labels[-1]):
        return NOT_PUBLIC
    if not development and (len(labels) == 1 or labels[-1].lower() in _PRIVATE):
        return NOT_PUBLIC
    return None
