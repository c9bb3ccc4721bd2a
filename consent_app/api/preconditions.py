"""Conditional changes: ``If-Match`` must name the current version (RFC 9110 §13.1.1)."""

from __future__ import annotations

import re

from consent_app.errors import PreconditionFailed, PreconditionRequired

_BETWEEN_TAGS = re.compile(r'"[ \t]*,[ \t]*')


def check_if_match(if_match: str | None, current: str, *, required: bool) -> None:
    """Check ``If-Match`` against the entity tag ``current`` (without quotes).

    ``*`` always passes, and a weak tag counts like a strong one. Raises PreconditionFailed if
    ``if_match`` names another version, and PreconditionRequired if it is missing but ``required``.
    """
    if if_match is None:
        if required:
            raise PreconditionRequired
        return
    # Imported here: commands that publish a banner do without the web framework.
    from webob.etag import AnyETag, ETagMatcher

    # WebOb reads a list only with one space, which is optional, after each comma.
    text = _BETWEEN_TAGS.sub('", ', if_match.strip())
    # RFC 9110 asks for strong comparison, as the same weak tag may stand for changed content. Ours
    # names the version: weak ones are made only by proxies that compress the response.
    matcher = AnyETag if text == "*" else ETagMatcher.parse(text, strong=False)
    # WebOb accepts a text without quotes as a tag.
    if ('"' not in text and text != "*") or current not in matcher:
        raise PreconditionFailed
