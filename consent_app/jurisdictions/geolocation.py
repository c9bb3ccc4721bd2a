"""Where a visitor is: by the trusted edge's headers, else by a database on this machine."""

from __future__ import annotations

import logging
import os
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

import maxminddb

from consent_app.jurisdictions.places import Place, read_place

log = logging.getLogger(__name__)


class PlacesFile:
    """A file in MaxMind's format, mapped into memory.

    A file that another one replaces by its name stays readable until the process ends. One that is
    overwritten is not read again: the system kills processes that read beyond the end of a shorter
    one, and another structure would give wrong places.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened = os.stat(path)
        self._reader = maxminddb.open_database(path)
        self._reported = False
        self.ip_version: int = self._reader.metadata().ip_version

    def place_of(self, address: IPv4Address | IPv6Address) -> Place | None:
        """Return the place of an address; None if the file has none, or cannot be read."""
        if self._was_overwritten():
            self._report("was overwritten. It is not used until the restart. Replace it with mv")
            return None
        try:
            return _place(self._reader.get(address))
        except (maxminddb.InvalidDatabaseError, UnicodeDecodeError):
            self._report("has a place that cannot be read. Download it again and restart")
            return None

    def _was_overwritten(self) -> bool:
        opened = self._opened
        try:
            now = os.stat(self._path)
        except OSError:
            return False
        if (now.st_dev, now.st_ino) != (opened.st_dev, opened.st_ino):
            return False
        return (now.st_size, now.st_mtime_ns) != (opened.st_size, opened.st_mtime_ns)

    def _report(self, what: str) -> None:
        # Once, because it concerns many visitors.
        if not self._reported:
            self._reported = True
            log.error("geoip_database: %s %s.", self._path, what)


class Geolocation:
    """Finds places. ``database`` is a file in MaxMind's format, or a folder of such files."""

    def __init__(self, database: Path | None) -> None:
        paths: list[Path] = []
        if database is not None:
            paths = sorted(database.glob("*.mmdb")) if database.is_dir() else [database]
        files = [PlacesFile(path) for path in paths]
        # An IPv6 file may contain IPv4 too, below ::/96.
        self._files = {4: files, 6: [file for file in files if file.ip_version == 6]}

    def locate(self, address: str, edge: tuple[str | None, str | None]) -> Place | None:
        """Return the visitor's location, or None if it is unknown.

        ``edge`` is the country and the region as a trusted edge sent them. If the edge sent a code
        that is not a country, such as ``XX``, the place is unknown, and the database is not asked.
        """
        country, region = edge
        if country is not None:
            return read_place(country, region)
        # Every file contains IPv4 addresses, so this is the list of all files.
        if not self._files[4]:
            return None
        parsed = ip_address(address)
        # Some files give private networks a country too: that of the range's registrant.
        if not parsed.is_global:
            return None
        for file in self._files[parsed.version]:
            place = file.place_of(parsed)
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
