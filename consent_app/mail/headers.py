"""The headers of an email, encoded here and nowhere else.

Text from outside never reaches the standard library's ``email``: some versions of it decode encoded
words (RFC 2047) and write the line breaks in them to the wire (CVE-2024-6923). This module writes
printable ASCII, and only its own line breaks. ``check_block`` parses the finished block again
before it is sent.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

LINE_CHARACTERS = 76
MAX_LINE_CHARACTERS = 998
"""RFC 5322 §2.1.1: a line, without its line end."""

NO_BREAK_SPACES = "\u00a0\u202f"
"""The spaces that are kept in encoded words: lines do not break at them."""

_NAME = re.compile(r"[A-Za-z][A-Za-z-]*")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9 !#$%&'*+/?^_`{|}~-]*")
_ADDRESS = re.compile(
    r"""(?P<name>[^<>@]*<)? (?P<user>[^\s"(),:;<>@\[\\\]]{1,64}) @ (?P<domain>[^\s"(),:;<>@]{1,253})
    (?(name)>)""",
    re.VERBOSE,
)
# An encoded word may have 75 characters; 45 octets are 60 in base 64.
_WORD_OCTETS = 45


class HeaderError(ValueError):
    """A malformed header block. The message contains no part of it."""


class AddressError(ValueError):
    """An address that email cannot be sent to.

    The message is what follows "The address", and does not contain the address.
    """


@dataclass(frozen=True, slots=True)
class MailAddress:
    """An address, and the name before it. The domain is in its ASCII form."""

    display_name: str
    username: str
    domain: str

    @property
    def addr_spec(self) -> str:
        """The bare address, as mail servers expect it."""
        return f"{self.username}@{self.domain}"


def address(text: str) -> MailAddress:
    """Parse ``user@example.org`` or ``Name <user@example.org>``. Raises AddressError.

    The domain is converted to ASCII, which every mail server accepts. An address with an encoded
    word in it is refused.
    """
    parts = _ADDRESS.fullmatch(text) if text.isprintable() and "=?" not in text else None
    if parts is None:
        raise AddressError("must be one email address, or a name and then the address in <>")
    try:
        domain = parts["domain"].encode("idna").decode("ascii")
    except UnicodeError:
        raise AddressError("has an invalid domain") from None
    return MailAddress((parts["name"] or "").strip(' "<'), parts["user"], domain)


def text_header(text: str) -> str:
    """Return an unstructured header's value: unchanged if it is plain, else as encoded words."""
    plain = text.isascii() and text.isprintable() and "=?" not in text
    if plain and all(len(word) <= LINE_CHARACTERS // 2 for word in text.split(" ")):
        return _folded(text)
    return "\r\n ".join(_encoded_words(text))


def address_header(address: MailAddress) -> str:
    """Return the value of ``From`` or ``To``: the address, after its name if there is one."""
    name = address.display_name
    if not name:
        return address.addr_spec
    if not (_PLAIN_NAME.fullmatch(name) and "=?" not in name and len(name) <= LINE_CHARACTERS):
        name = "\r\n ".join(_encoded_words(name))
        return f"{name}\r\n <{address.addr_spec}>"
    return (
        f'"{name}"\r\n <{address.addr_spec}>' if len(name) > 20 else f"{name} <{address.addr_spec}>"
    )


def block(headers: Sequence[tuple[str, str]], *, international: bool = False) -> bytes:
    """Return the header block for ``headers``, names and encoded values, with line breaks.

    With ``international``, addresses may have letters beyond ASCII (RFC 6532). Raises HeaderError
    if the block does not have exactly these headers.
    """
    text = "".join(f"{name}: {value}\r\n" for name, value in headers)
    check_block(text, [name for name, _ in headers], international=international)
    return text.encode()


def check_block(text: str, names: Sequence[str], *, international: bool = False) -> None:
    """Raise HeaderError unless ``text`` has exactly the headers ``names``, in order."""
    if len({name.lower() for name in names}) != len(names):
        raise HeaderError("a header occurs twice")
    if not text.endswith("\r\n"):
        raise HeaderError("the header block has no end")
    present: list[str] = []
    for line in text[:-2].split("\r\n"):
        characters = line.replace("\t", " ")
        if not characters.isprintable() or not (international or characters.isascii()):
            raise HeaderError("a header has a character that is not allowed")
        if not line.strip() or len(line.encode()) > MAX_LINE_CHARACTERS:
            raise HeaderError("a header has a line that is empty or too long")
        if line[0] in " \t":
            if not present:
                raise HeaderError("the header block begins with a continuation line")
            continue
        name, colon, _ = line.partition(":")
        if not colon or not _NAME.fullmatch(name):
            raise HeaderError("a line of the header block is not a header")
        present.append(name)
    if present != list(names):
        raise HeaderError("the header block does not have the expected headers")


def printable(text: str) -> str:
    """Return ``text`` with a space for each character that cannot be printed."""
    return "".join(char if char.isprintable() or char in NO_BREAK_SPACES else " " for char in text)


def _encoded_words(text: str) -> list[str]:
    """Return ``text`` as encoded words of UTF-8 (RFC 2047 §5), each with whole characters."""
    words, chunk = [], b""
    for character in printable(text):
        octets = character.encode("utf-8", "replace")
        if len(chunk) + len(octets) > _WORD_OCTETS:
            words.append(chunk)
            chunk = b""
        chunk += octets
    words.append(chunk)
    return [f"=?utf-8?b?{base64.b64encode(word).decode()}?=" for word in words]


def _folded(text: str) -> str:
    # The longest header name leaves room for one on the first line.
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > LINE_CHARACTERS - 16:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\r\n ".join([*lines, line])
