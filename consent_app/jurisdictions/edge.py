"""A visitor's place according to the edge network in front, from trusted proxies only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consent_app.http.client import from_trusted_proxy
from consent_app.settings import Settings


def read_edge(environ: Mapping[str, Any], settings: Settings) -> tuple[str | None, str | None]:
    """Return the country and the region that the edge sent; each is None if it was not sent.

    Both are None unless a proxy of ``trusted_proxies`` sent them: visitors could forge them.
    """
    country, region = settings.trusted_country_header, settings.trusted_region_header
    if country is None or not from_trusted_proxy(environ, settings.trusted_proxies):
        return None, None
    return _header(environ, country), _header(environ, region) if region else None


def _header(environ: Mapping[str, Any], name: str) -> str | None:
    value: str | None = environ.get(f"HTTP_{name.upper().replace('-', '_')}")
    return value
