"""Conditional changes: what ``If-Match`` names must be what is there (RFC 9110 §13.1.1)."""

from __future__ import annotations

from consent_app.errors import PreconditionFailed, PreconditionRequired


def check_if_match(if_match: str | None, current: str, *, required: bool) -> None:
    """Let a change of what has the entity tag ``current`` (without quotes) pass, or refuse it.

    ``*`` passes: its sender means whatever is there. The comparison is strong: a weak tag never
    matches. Raises PreconditionFailed where ``if_match`` names something else, and
    PreconditionRequired where there is none and one is ``required``.
    """
    if if_match is None:
        if required:
            raise PreconditionRequired
        return
    # Imported here: a command that publishes a banner needs nothing else of the web framework.
    from webob.etag import AnyETag, ETagMatcher

    text = if_match.strip()
    matcher = AnyETag if text == "*" else ETagMatcher.parse(text, strong=True)
    # WebOb takes a text without quotes for a tag.
    if ('"' not in text and text != "*") or current not in matcher:
        raise PreconditionFailed
