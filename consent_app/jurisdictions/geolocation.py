"""Where a visitor is: by the trusted edge's headers, else by a database on this machine."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import Any

import maxminddb

from consent_app.jurisdictions.places import Place, read_place


class Geolocation:
    """Finds places. ``database`` is a file in MaxMind's format, or a folder of such files."""

    def __init__(self, database: Path | None) -> None:
        files: list[Path] = []
        if database is not None:
            files = sorted(database.glob("*.mmdb")) if database.is_dir() else [database]
        self._readers = {4: self._open(files, 4), 6: self._open(files, 6)}

    @staticmethod
    def _open(files: list[Path], version: int) -> list[maxminddb.Reader]:
        readers = [maxminddb.open_database(path) for path in files]
        # An IPv6 file may contain IPv4 too, below ::/96.
        return [reader for reader in readers if reader.metadata().ip_version >= version]

    def locate(self, address: str, edge: tuple[str | None, str | None]) -> Place | None:
        """Return the visitor's location, or None if it is unknown.

        ``edge`` is the country and the region as a trusted edge sent them. If the edge sent a code
        that is not a country, such as ``XX``, the place is unknown, and the database is not asked.
        """
        country, region = edge
        if country is not None:
            return read_place(country, region)
        # Every file contains IPv4 addresses, so this is the list of all files.
        if not self._readers[4]:
            return None
        parsed = ip_address(address)
        # Some files give private networks a country too: that of the range's registrant.
        if not parsed.is_global:
            return None
        for reader in self._readers[parsed.version]:
            place = _place(reader.get(parsed))
            if place is not None:
                return place
        return None


def _place(record: Any) -> Place | None:
    """Return the place of a record, flat as DB-IP's or nested as MaxMind's."""
    if not isinstance(record, dict):
        return None
    nested = record.get("country")
    country = record.get("country_code") or (
        nested.get("iso_code") if isinstance(nested, dict) else None
    )
    region = record.get("state1")
    divisions = record.get("subdivisions")
    if isinstance(divisions, list) and divisions and isinstance(divisions[0], dict):
        region = divisions[0].get("iso_code")
    return read_place(
        country if isinstance(country, str) else None, region if isinstance(region, str) else None
    )
