"""Hostnames that an owner may add as a domain, and the registrable domain they belong to."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import idna
from publicsuffixlist import PSLFILE, PublicSuffixList, encode_idn

HOSTNAME_CHARACTERS = 253

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*", re.IGNORECASE | re.ASCII)
_BEYOND_AUTHORITY = re.compile(r"[/?#@\\ ]")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_PLAIN_LABEL = r"(?!xn--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_PLAIN_NAME = re.compile(rf"{_PLAIN_LABEL}(\.{_PLAIN_LABEL})*")
_ACCENTED = re.compile(
    r"[a-z0-9\u00df-\u0130\u0132-\u0137\u0139-\u017e\u0218-\u021b\u1e00-\u1eff-]+"
)
"""Latin letters, without those that can be taken for others (\u0131, \u0138)."""
_LOOKALIKE = re.compile(
    r"[\u0430\u0433\u0435\u043e\u043f\u0440\u0441\u0443\u0445\u044a\u044c\u0455\u0456\u0458\u0461\u0475"
    r"\u04bb\u04bd\u04cf\u0501\u051b\u051d\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c9\u03c70-9-]+"
)
"""Cyrillic and Greek letters that look like Latin ones."""
_SCRIPTS = (
    # Japanese mixes its own, and Chinese is the first of them alone.
    {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    *({name} for name in ("CYRILLIC", "GREEK", "HANGUL", "ARABIC", "HEBREW", "THAI", "DEVANAGARI")),
)


class HostnameError(ValueError):
    """A text that is not the hostname of a site. The message says why, for the domain's owner."""


@dataclass(frozen=True, slots=True)
class Hostname:
    """A hostname as A-labels in lower case, and its registrable domain."""

    name: str
    root: str


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    # The library asks for the A-labels of each of its ten thousand rules; most already are
    # A-labels.
    with open(PSLFILE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    rules = [line for line in lines if not line.isascii() and not line.startswith("//")]
    return PublicSuffixList(lines + [encode_idn(rule) for rule in rules], accept_encoded_idn=False)


def _encoded(host: str) -> str:
    # IDNA reserves labels such as `v2--shop`, but hosts of previews have them.
    if _PLAIN_NAME.fullmatch(host):
        return host
    try:
        return idna.encode(host, uts46=True, std3_rules=True).decode().lower()
    except idna.IDNAError:
        raise HostnameError(
            "must be a hostname such as www.example.com: letters, digits and hyphens,"
            " at most 63 characters between dots"
        ) from None


def load_suffixes() -> None:
    """Read the Public Suffix List now, at start, instead of within a first request."""
    _suffixes()


def parse_hostname(text: str) -> Hostname:
    """Return the hostname that ``text`` names, international ones as A-labels (RFC 5891).

    Raises HostnameError for addresses, single labels, public suffixes, ports, paths, wildcards and
    over-long labels, each with its reason.
    """
    host = text.strip().rstrip(".").lower()
    _refuse_more_than_a_host(host)
    ascii_name = _encoded(host)
    if len(ascii_name) > HOSTNAME_CHARACTERS:
        raise HostnameError("must have 253 characters at most")
    if "." not in ascii_name:
        raise HostnameError("must be a full hostname such as www.example.com")
    # Browsers read a name that ends in a number, hexadecimal too, as an IPv4 address.
    if _NUMBER.fullmatch(ascii_name.rsplit(".", 1)[1]):
        raise HostnameError("must be a hostname such as www.example.com, not an IP address")
    root = _suffixes().privatesuffix(ascii_name)
    if root is None:
        raise HostnameError("is a public suffix, below which others register domains")
    return Hostname(ascii_name, root)


def registrable_domain(hostname: str) -> str | None:
    """Return the registrable domain of a hostname in A-labels, or None if it has none."""
    if hostname == "localhost":
        return hostname
    try:
        return parse_hostname(hostname).root
    except HostnameError:
        return None


def as_a_labels(part: str) -> str:
    """Return part of a hostname in the form that is stored: lower case, whole labels as A-labels.

    A label that cannot be one stays as it is.
    """
    labels = part.strip().lower().split(".")
    return ".".join(label if label.isascii() else _a_label(label) for label in labels)


def decoded_hostname(hostname: str) -> str | None:
    """Return a stored hostname with its international labels decoded; None if it has none.

    It is only for comparing with what people type: unlike ``shown_hostname``, it may look like
    another hostname.
    """
    decoded = ".".join(_decoded_label(label) for label in hostname.split("."))
    return decoded if decoded != hostname else None


def shown_hostname(hostname: str) -> str:
    """Return a stored hostname as people read it, with international labels in their own letters.

    A label stays as it is stored if it cannot be decoded, mixes scripts, or could be taken for
    another one. ``lib/hostnames.js`` of the panel has the same rules.
    """
    return ".".join(_shown_label(label) for label in hostname.split("."))


def _shown_label(label: str) -> str:
    text = _decoded_label(label)
    return text if text == label or _is_unmistakable(text) else label


def _decoded_label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return idna.decode(label)
    except UnicodeError:
        return label


def _is_unmistakable(text: str) -> bool:
    if _ACCENTED.fullmatch(text):
        return True
    letters = re.sub("[0-9-]", "", text)
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    is_one = any(scripts <= script for script in _SCRIPTS)
    return is_one and not _LOOKALIKE.fullmatch(text)


def _a_label(label: str) -> str:
    try:
        return idna.encode(label, uts46=True).decode()
    except idna.IDNAError:
        return label


def _refuse_more_than_a_host(host: str) -> None:
    if not host:
        raise HostnameError("must be a hostname such as www.example.com")
    if "://" in host:
        raise HostnameError("must be only the hostname, without https:// before it")
    if "*" in host:
        raise HostnameError(
            "must be one hostname: the banner of example.com also works on its subdomains"
        )
    if any(character in host for character in "/?#@\\"):
        raise HostnameError("must be only the hostname, without a path")
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        pass
    else:
        raise HostnameError("must be a hostname such as www.example.com, not an IP address")
    if ":" in host:
        raise HostnameError("must be only the hostname, without a port")


def origin_belongs(origin: str | None, hostname: str) -> bool:
    """Return whether ``Origin`` is ``hostname`` or a subdomain of it, with any scheme and port."""
    if not origin:
        return False
    scheme, separator, authority = origin.partition("://")
    # Apps show a site's pages under schemes of their own, such as capacitor://www.example.com. A
    # file is on somebody's disk, whatever host its address names.
    if not separator or not _SCHEME.fullmatch(scheme) or scheme.lower() == "file":
        return False
    if _BEYOND_AUTHORITY.search(authority):
        return False
    host, colon, port = authority.partition(":")
    if colon and not (port.isascii() and port.isdigit()):
        return False
    host = host.lower().rstrip(".")
    return host == hostname or host.endswith(f".{hostname}")
