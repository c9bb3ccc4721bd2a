"""Conditional changes: ``If-Match`` must name the current version (RFC 9110 §13.1.1)."""

from __future__ import annotations

from consent_app.errors import PreconditionFailed, PreconditionRequired


def check_if_match(if_match: str | None, current: str, *, required: bool) -> None:
    """Check ``If-Match`` against the entity tag ``current`` (without quotes).

    ``*`` always passes. The comparison is strong: a weak tag never matches. Raises
    PreconditionFailed if ``if_match`` names another version, and PreconditionRequired if it is
    missing but ``required``.
    """
    if if_match is None:
        if required:
            raise PreconditionRequired
        return
    # Imported here: commands that publish a banner do without the web framework.
    from webob.etag import AnyETag, ETagMatcher

    text = if_match.strip()
    matcher = AnyETag if text == "*" else ETagMatcher.parse(text, strong=True)
    # WebOb accepts a text without quotes as a tag.
    if ('"' not in text and text != "*") or current not in matcher:
        raise PreconditionFailed
