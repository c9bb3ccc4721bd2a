from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PublicSuffixList

from consent_app.net.hostname import (
    HostnameError,
    _suffixes,
    as_a_labels,
    origin_belongs,
    parse_hostname,
    registrable_domain,
    shown_hostname,
)
from tests.support.hostnames import SHOWN

LABEL = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?", fullmatch=True).filter(
    lambda label: not label.startswith("xn--")
)
# Reserved (RFC 6761): no public suffix is ever under it, as `uk.com` is under `com`.
NAMES = st.lists(LABEL, min_size=1, max_size=4).map(lambda labels: ".".join([*labels, "test"]))


@given(st.text(max_size=300))
def test_any_text_is_a_hostname_or_refused(text: str) -> None:
    try:
        hostname = parse_hostname(text)
    except HostnameError:
        return
    assert hostname.name.isascii()
    assert hostname.name == hostname.name.lower()
    assert len(hostname.name) <= 253
    assert hostname.name == hostname.root or hostname.name.endswith(f".{hostname.root}")
    assert parse_hostname(hostname.name) == hostname


@pytest.mark.parametrize(
    ("text", "name", "root"),
    [
        ("shop.example.co.uk", "shop.example.co.uk", "example.co.uk"),
        ("me.github.io", "me.github.io", "me.github.io"),
        ("straße.de", "xn--strae-oqa.de", "xn--strae-oqa.de"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah", "xn--r8jz45g.xn--zckzah"),
        ("example.com.", "example.com", "example.com"),
        # As hosts of previews name a branch and a site.
        ("v2--shop.netlify.app", "v2--shop.netlify.app", "v2--shop.netlify.app"),
    ],
)
def test_a_hostname_is_read_with_its_registrable_domain(text: str, name: str, root: str) -> None:
    hostname = parse_hostname(text)
    assert (hostname.name, hostname.root) == (name, root)


@given(st.text(max_size=60))
def test_an_unknown_origin_matches_no_domain(text: str) -> None:
    if origin_belongs(text, "example.com"):
        assert text.lower().split("://")[1].split(":")[0].rstrip(".").endswith("example.com")


@pytest.mark.parametrize("scheme", ["https", "http", "HTTPS", "capacitor", "web+app"])
def test_an_origin_is_compared_by_its_host(scheme: str) -> None:
    for host in ("example.com", "Shop.EXAMPLE.com.", "a.b.example.com:8443"):
        assert origin_belongs(f"{scheme}://{host}", "example.com")
    for host in ("example.com.test", "notexample.com", "example.com@b.test", "b.test/example.com"):
        assert not origin_belongs(f"{scheme}://{host}", "example.com")


@pytest.mark.parametrize("start", ["", "://", "//", "1x://", "FILE://", "a b://"])
def test_an_origin_has_a_scheme_of_a_site(start: str) -> None:
    assert not origin_belongs(f"{start}example.com", "example.com")


@given(NAMES, st.sampled_from(["{}", "{}.", " {} ", "{}.\n"]), st.booleans())
def test_a_name_of_plain_labels_is_one(name: str, form: str, upper: bool) -> None:
    hostname = parse_hostname(form.format(name.upper() if upper else name))
    assert hostname.name == name
    assert hostname.root == ".".join(name.split(".")[-2:]) == registrable_domain(name)


@given(
    NAMES,
    st.sampled_from(
        [
            "https://{}", "{}/", "{}/a", "{}:80", "{}:", "*.{}", "a@{}", "{}?a", "{}#a", ".{}",
            "a..{}", "-a.{}", "a-.{}", "a_b.{}", "a b.{}", "[{}]", "{},b.com", "a\\{}",
            "x" * 64 + ".{}", ".".join(["x" * 63] * 4) + ".{}",
        ]
    ),
)  # fmt: skip
def test_what_is_more_or_less_than_a_name_is_refused(name: str, form: str) -> None:
    with pytest.raises(HostnameError):
        parse_hostname(form.format(name))


@given(st.ip_addresses())
def test_an_address_is_no_name(address: object) -> None:
    for text in (str(address), f"[{address}]", f"{address}.", "127.0.0.0x1"):
        with pytest.raises(HostnameError):
            parse_hostname(text)


@given(st.lists(st.text("abcäöüßéñ例テ", min_size=1, max_size=10), min_size=1, max_size=3))
def test_international_labels_become_a_labels(labels: list[str]) -> None:
    name = ".".join([*labels, "example"])
    try:
        result = parse_hostname(name).name
    except HostnameError:
        return
    assert result == as_a_labels(name)
    assert parse_hostname(result).name == result
    assert all(label.isascii() for label in result.split("."))


@pytest.mark.parametrize(
    ("host", "root"),
    [("localhost", "localhost"), ("com", None), ("127.0.0.1", None), ("a.b.co.uk", "b.co.uk")],
)
def test_registrable_domains_of_redirects(host: str, root: str | None) -> None:
    assert registrable_domain(host) == root


def test_the_suffixes_are_the_librarys_own() -> None:
    assert vars(_suffixes()) == vars(PublicSuffixList())


@pytest.mark.parametrize(("stored", "shown"), SHOWN)
def test_people_read_the_letters_that_cannot_be_mistaken(stored: str, shown: str) -> None:
    assert shown_hostname(stored) == shown
