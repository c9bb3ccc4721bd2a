"""The tags that are read from a page."""

from __future__ import annotations

from consent_app.verification.tags import read_tags


def test_hidden_parts_of_the_page_are_not_read() -> None:
    tags = read_tags(
        b"<head><meta name=a content=1></head><body><meta name=b content=2>"
        b"<textarea><script data-domain=x src=y></script></textarea>"
        b"<script data-domain=x src=z></script></body>"
    )
    assert tags.metas == [("a", "1")]
    assert tags.scripts == [("x", "z")]


def test_any_bytes_are_a_page() -> None:
    assert read_tags(b"").scripts == []
    assert read_tags(b"\xff\x00<" * 1000).metas == []
