"""The version of the service that is installed."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """Return the version, such as ``0.1.0``."""
    return metadata.version("consent-app")
