"""Conditional changes: ``If-Match`` must name the current version (RFC 9110 §13.1.1)."""

from __future__ import annotations

import re

from consent_app.errors import PreconditionFailed, PreconditionRequired

_TAG = re.compile('"([^"]*)"')


def check_if_match(if_match: str | None, current: str, *, required: bool) -> None:
    """Check ``If-Match`` against the entity tag ``current`` (without quotes).

    ``*`` always passes, and a weak tag counts like a strong one. Raises PreconditionFailed if
    ``if_match`` names another version, and PreconditionRequired if it is missing but ``required``.
    """
    if if_match is None:
        if required:
            raise PreconditionRequired
        return
    # RFC 9110 asks for strong comparison, as the same weak tag may stand for changed content. Ours
    # names the version: weak ones are made only by proxies that compress the response. WebOb reads
    # a list only if a space follows each comma.
    if if_match.strip() != "*" and current not in _TAG.findall(if_match):
        raise PreconditionFailed
