"""What a receipt keeps of the visitor: country, device, and as little more as was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import maxminddb

from consent_app.security.macs import address_hash
from consent_app.user_agent import read_user_agent

UNKNOWN_COUNTRIES = frozenset({"XX", "T1", "ZZ"})
"""What edge networks send for an unknown country, and for the Tor network."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request, as far as HTTP tells. ``edge_country`` is of a trusted header."""

    address: str
    user_agent: str | None
    edge_country: str | None
    gpc_signal: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """What a receipt keeps, under the workspace's setting (``full``, ``reduced``, ``none``)."""

    ip_hash: str | None
    user_agent: str | None
    device: str


def keep(visitor: Visitor, visitor_data: str, salt: bytes) -> Kept:
    """Return what is kept of ``visitor``. The address itself never is."""
    agent = read_user_agent(visitor.user_agent or "")
    if visitor_data == "none":
        return Kept(None, None, agent.device)
    kept = agent.whole if visitor_data == "full" else agent.reduced
    return Kept(address_hash(salt, visitor.address), kept or None, agent.device)


class Countries:
    """Finds the country of a visitor: from the trusted edge header, else a MaxMind-format file."""

    def __init__(self, database: Path | None) -> None:
        self._reader = maxminddb.open_database(database) if database is not None else None

    def country(self, visitor: Visitor) -> str | None:
        """Return the ISO 3166-1 alpha-2 code, or None when it is unknown."""
        code = visitor.edge_country
        if code is None and self._reader is not None:
            address = ip_address(visitor.address)
            # Some files tell a country of private networks too, from who manages their range.
            code = _code(self._reader.get(address)) if address.is_global else None
        if code is None:
            return None
        code = code.strip().upper()
        known = len(code) == 2 and code.isascii() and code.isalpha()
        return code if known and code not in UNKNOWN_COUNTRIES else None


def _code(record: Any) -> str | None:
    if not isinstance(record, dict):
        return None
    flat = record.get("country_code")
    if isinstance(flat, str):
        return flat
    nested = record.get("country")
    code = nested.get("iso_code") if isinstance(nested, dict) else None
    return code if isinstance(code, str) else None
