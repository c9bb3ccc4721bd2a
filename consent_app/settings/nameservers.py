"""Parsing the setting ``dns_nameservers``."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError

DNS_PORT = 53


def parse_nameservers(text: str) -> tuple[tuple[str, int], ...]:
    """Return address and port of each name server in a list separated by spaces or commas.

    ``192.0.2.1``, ``192.0.2.1:5353``, ``2001:db8::1`` and ``[2001:db8::1]:5353`` are such. Raises
    SettingsError.
    """
    return tuple(_nameserver(word) for word in text.replace(",", " ").split())


def _nameserver(word: str) -> tuple[str, int]:
    try:
        return str(ipaddress.ip_address(word)), DNS_PORT
    except ValueError:
        pass
    try:
        parts = urlsplit(f"//{word}")
        return str(ipaddress.ip_address(parts.hostname or "")), parts.port or DNS_PORT
    except ValueError:
        raise SettingsError(
            "consent.dns_nameservers must list addresses such as 9.9.9.9 or [2620:fe::fe]:53."
        ) from None
