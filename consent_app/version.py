"""The installed version of the service."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """Return the version, such as ``0.1.0``."""
    return metadata.version("consent-app")
