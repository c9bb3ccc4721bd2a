"""Settings about networks: trusted proxies, where visitors are, name servers, private addresses."""

from __future__ import annotations

import importlib.util
import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError
from consent_app.settings.groups import NetworkSettings
from consent_app.settings.reader import PREFIX, SettingsReader

DNS_PORT = 53
_STORAGES = ("memory", "redis", "rediss", "redis+unix", "redis+sentinel", "redis+cluster")


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


def read_rate_limit_storage(read: SettingsReader) -> str:
    """Return where rate limits are counted. The errors never contain it: it may have a password."""
    value = read.required("rate_limit_storage", "memory://")
    scheme = value.partition(":")[0]
    if scheme not in _STORAGES or ":" not in value:
        read.fail(
            f"{PREFIX}rate_limit_storage must begin with memory://, rediss://, redis:// or"
            " redis+unix://."
        )
        return "memory://"
    if scheme != "memory" and importlib.util.find_spec("redis") is None:
        read.fail(
            f"{PREFIX}rate_limit_storage needs the Python package redis, which is not installed."
        )
    if scheme != "memory" and not _is_redis_url(value):
        read.fail(
            f"{PREFIX}rate_limit_storage is not a URL such as rediss://:password@host:6379/0. In a"
            " password, write @ : / ? # and % percent-encoded, such as %40 for @."
        )
    return value


def _is_redis_url(value: str) -> bool:
    try:
        parts = urlsplit(value)
        if parts.scheme == "redis+unix":
            return bool(parts.path)
        # Several hosts of a cluster or of sentinels, each with its port.
        is_list = "+" in parts.scheme
        hosts = parts.netloc.rpartition("@")[2].split(",") if is_list else [parts.netloc]
        places = [urlsplit(f"//{host}") for host in hosts]
        # The beginning of a password that is not encoded would be read as host and port.
        is_cut = "@" in parts.path + parts.query + parts.fragment
        return not is_cut and all(
            place.hostname and (place.port or not is_list) and place.port != 0 for place in places
        )
    except ValueError:
        return False


def _geoip_database(read: SettingsReader) -> Path | None:
    path = read.file("geoip_database")
    if path is None:
        return None
    # Imported here: most commands have no use for it.
    import maxminddb

    files = sorted(path.glob("*.mmdb")) if path.is_dir() else [path]
    if not files:
        read.fail(f"{PREFIX}geoip_database: the folder {path} contains no file that ends in .mmdb.")
    for file in files:
        try:
            maxminddb.open_database(file).close()
        except (maxminddb.InvalidDatabaseError, OSError):
            read.fail(f"{PREFIX}geoip_database: {file} is not a readable file of MaxMind's format.")
    return path


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

    Each is written like ``192.0.2.1``, ``192.0.2.1:5353``, ``2001:db8::1`` or
    ``[2001:db8::1]:5353``. Raises SettingsError.
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
