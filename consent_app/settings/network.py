"""Settings about networks: trusted proxies, where visitors are, name servers, private addresses."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError
from consent_app.settings.groups import NetworkSettings
from consent_app.settings.reader import PREFIX, SettingsReader

DNS_PORT = 53


def read_network(read: SettingsReader, development: bool) -> NetworkSettings:
    """Return these settings; errors are noted in ``read``."""
    return {
        "trusted_proxies": read.networks(
            "trusted_proxies", "127.0.0.0/8 ::1" if development else ""
        ),
        "trusted_country_header": read.header("trusted_country_header"),
        "trusted_region_header": read.header("trusted_region_header"),
        "geoip_database": _geoip_database(read),
        "dns_nameservers": _nameservers(read),
        "fetch_allow_private_addresses": _private_addresses(read, development),
    }


def _geoip_database(read: SettingsReader) -> Path | None:
    path = read.text("geoip_database")
    if path is None:
        return None
    if not Path(path).exists():
        read.fail(f"{PREFIX}geoip_database: there is no file {path}.")
        return None
    # Imported here: most commands have no use for it.
    import maxminddb

    files = sorted(Path(path).glob("*.mmdb")) if Path(path).is_dir() else [Path(path)]
    for file in files:
        try:
            maxminddb.open_database(file).close()
        except (maxminddb.InvalidDatabaseError, OSError):
            read.fail(f"{PREFIX}geoip_database: {file} is not a readable file of MaxMind's format.")
    return Path(path)


def _nameservers(read: SettingsReader) -> tuple[tuple[str, int], ...]:
    text = read.text("dns_nameservers") or ""
    return read.parsed(lambda: parse_nameservers(text), ())


def _private_addresses(read: SettingsReader, development: bool) -> bool:
    allowed = read.switch("fetch_allow_private_addresses", False)
    if allowed and not development:
        read.fail(
            f"{PREFIX}fetch_allow_private_addresses is only for development: anyone who adds a"
            " domain could reach this machine's own network."
        )
    return allowed


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
