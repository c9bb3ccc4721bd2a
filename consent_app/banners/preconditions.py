"""Conditional changes: what ``If-Match`` names has to be what is there (RFC 9110 §13.1.1)."""

from __future__ import annotations

import re

from consent_app.errors import PreconditionFailed, PreconditionRequired

_ENTITY_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


def hold(if_match: str | None, current: str, *, needed: bool) -> None:
    """Let a change of what has the entity tag ``current`` (without quotes) pass, or refuse it.

    ``*`` passes: its sender means whatever is there. Raises PreconditionFailed where ``if_match``
    names something else, and PreconditionRequired where there is none and one is ``needed``.
    """
    if if_match is None:
        if needed:
            raise PreconditionRequired
        return
    if if_match.strip() == "*":
        return
    # The comparison is a strong one: a weak tag never matches.
    if not any(not weak and tag == current for weak, tag in _ENTITY_TAG.findall(if_match)):
        raise PreconditionFailed
