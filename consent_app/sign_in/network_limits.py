"""What one network may ask of the routes that evaluate Argon2, which cost the most of all."""

from __future__ import annotations

from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.audit.service import Source, source_of

HASHING = "hashing"
HASHING_A_MINUTE = 120
"""Enough for an office that comes to work behind one address."""


def limited_source(request: Request) -> Source:
    """Return where a request came from, counted before anything is hashed. Raises RateLimited."""
    source = source_of(request)
    check(request, HASHING, source.block)
    return source
