"""The tags that are read from a page."""

from __future__ import annotations

from consent_app.verification.tags import MAX_DEPTH, read_tags


def test_hidden_parts_of_the_page_are_not_read() -> None:
    tags = read_tags(
        b"<head><meta name=a content=1></head><body><meta name=b content=2>"
        b"<textarea><script data-domain=x src=y></script></textarea>"
        b"<script data-domain=x src=z></script></body>"
    )
    assert tags.metas == [("a", "1")]
    assert tags.scripts == [("x", "z")]


def test_a_script_names_its_domain_in_an_attribute_or_in_its_address() -> None:
    tags = read_tags(
        b'<script src="/v1/public/banner.js?v=1&amp;domain=a%2Db#c"></script>'
        b'<script src=" https://x/banner.js?domain=b " data-domain=c></script>'
        b'<script src="https://x/banner.js?domain=d" data-domain=""></script>'
        b'<script src="https://x/statistics.js?domain=x.com"></script>'
        b'<script src="https://[/banner.js?domain=e"></script><script>f()</script>'
    )
    assert [domain for domain, _ in tags.scripts] == ["a-b", "c", "d"]


def test_any_bytes_are_a_page() -> None:
    assert read_tags(b"").scripts == []
    assert read_tags(b"\xff\x00<" * 1000).metas == []


def test_a_page_is_read_until_it_nests_elements_too_deeply() -> None:
    first, last = (
        b"<script src=/banner.js data-domain=%s></script>" % name for name in (b"a", b"b")
    )
    filler = b"<b>x</b>" * 4096
    deep = first + b"<b>" * MAX_DEPTH + filler + last
    flat = first + b"<b></b>" * MAX_DEPTH + filler + last
    assert [domain for domain, _ in read_tags(deep).scripts] == ["a"]
    assert [domain for domain, _ in read_tags(flat).scripts] == ["a", "b"]
