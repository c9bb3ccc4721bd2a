from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.domains.hostname import HostnameError, origin_belongs, parse_hostname


@given(st.text(max_size=300))
def test_any_text_is_a_hostname_or_refused(text: str) -> None:
    try:
        found = parse_hostname(text)
    except HostnameError:
        return
    assert found.name.isascii()
    assert found.name == found.name.lower()
    assert len(found.name) <= 253
    assert found.name == found.root or found.name.endswith(f".{found.root}")
    assert parse_hostname(found.name) == found


@pytest.mark.parametrize(
    ("text", "name", "root"),
    [
        ("shop.example.co.uk", "shop.example.co.uk", "example.co.uk"),
        ("me.github.io", "me.github.io", "me.github.io"),
        ("straße.de", "xn--strae-oqa.de", "xn--strae-oqa.de"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah", "xn--r8jz45g.xn--zckzah"),
        ("example.com.", "example.com", "example.com"),
    ],
)
def test_the_registrable_domain(text: str, name: str, root: str) -> None:
    found = parse_hostname(text)
    assert (found.name, found.root) == (name, root)


@given(st.text(max_size=60))
def test_a_strange_origin_belongs_to_nobody(text: str) -> None:
    if origin_belongs(text, "example.com"):
        assert text.lower().split("://")[1].split(":")[0].rstrip(".").endswith("example.com")
