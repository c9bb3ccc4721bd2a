"""Places: countries of ISO 3166-1, and states and provinces of ISO 3166-2 with their own laws.

Only codes that the standard assigns are places. Edge networks send others too: for unknown places
(``XX``, ``ZZ``), for Tor (``T1``), for continents (``EU``, ``AP``) and by habit (``UK``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

COUNTRIES = frozenset(
    files("consent_app.jurisdictions").joinpath("data/countries.txt").read_text("ascii").split()
)
"""The officially assigned alpha-2 codes of ISO 3166-1."""

REGIONS: dict[str, dict[str, str]] = {
    "CA": {
        "AB": "Alberta",
        "BC": "British Columbia",
        "MB": "Manitoba",
        "NB": "New Brunswick",
        "NL": "Newfoundland and Labrador",
        "NS": "Nova Scotia",
        "NT": "Northwest Territories",
        "NU": "Nunavut",
        "ON": "Ontario",
        "PE": "Prince Edward Island",
        "QC": "Quebec",
        "SK": "Saskatchewan",
        "YT": "Yukon",
    },
    "US": {
        "AL": "Alabama",
        "AK": "Alaska",
        "AZ": "Arizona",
        "AR": "Arkansas",
        "CA": "California",
        "CO": "Colorado",
        "CT": "Connecticut",
        "DC": "District of Columbia",
        "DE": "Delaware",
        "FL": "Florida",
        "GA": "Georgia",
        "HI": "Hawaii",
        "IA": "Iowa",
        "ID": "Idaho",
        "IL": "Illinois",
        "IN": "Indiana",
        "KS": "Kansas",
        "KY": "Kentucky",
        "LA": "Louisiana",
        "MA": "Massachusetts",
        "MD": "Maryland",
        "ME": "Maine",
        "MI": "Michigan",
        "MN": "Minnesota",
        "MO": "Missouri",
        "MS": "Mississippi",
        "MT": "Montana",
        "NC": "North Carolina",
        "ND": "North Dakota",
        "NE": "Nebraska",
        "NH": "New Hampshire",
        "NJ": "New Jersey",
        "NM": "New Mexico",
        "NV": "Nevada",
        "NY": "New York",
        "OH": "Ohio",
        "OK": "Oklahoma",
        "OR": "Oregon",
        "PA": "Pennsylvania",
        "RI": "Rhode Island",
        "SC": "South Carolina",
        "SD": "South Dakota",
        "TN": "Tennessee",
        "TX": "Texas",
        "UT": "Utah",
        "VA": "Virginia",
        "VT": "Vermont",
        "WA": "Washington",
        "WI": "Wisconsin",
        "WV": "West Virginia",
        "WY": "Wyoming",
    },
}
"""The second parts of ISO 3166-2 codes with their English names, where laws differ by them."""

_CODES = {
    country: {_name.casefold(): code for code, _name in regions.items()}
    for country, regions in REGIONS.items()
}
_PLACE = re.compile("([A-Z]{2})(?:-([A-Z0-9]{1,3}))?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a visitor is. ``country`` is of ISO 3166-1, ``region`` a key of ``REGIONS``."""

    country: str
    region: str | None = None

    @property
    def code(self) -> str:
        """The ISO 3166-2 code where the region is known, else the country's: ``US-TX``, ``DE``."""
        return f"{self.country}-{self.region}" if self.region else self.country


def read_place(country: str | None, region: str | None = None) -> Place | None:
    """Return the place that an edge network or a database names, or None for no known country.

    ``region`` may be a code (``TX``, ``US-TX``) or an English name (``Texas``); one that is not
    known counts as none.
    """
    code = (country or "").strip().upper()
    if code not in COUNTRIES:
        return None
    regions = REGIONS.get(code)
    if regions is None or not region:
        return Place(code)
    region_name = region.strip()
    short = region_name.upper().removeprefix(f"{code}-")
    return Place(code, short if short in regions else _CODES[code].get(region_name.casefold()))


def parse_place(code: str) -> Place:
    """Return the place of a code such as ``DE`` or ``US-TX``. Raises ValueError for any other."""
    match = _PLACE.fullmatch(code)
    place = read_place(match[1], match[2]) if match else None
    if place is None or place.code != code:
        raise ValueError(f"{code} is no code of ISO 3166-1, nor one of ISO 3166-2 that is known")
    return place
