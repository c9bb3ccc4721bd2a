"""No address and no name of ours looks like what lists of blockers hide or block as banners."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from consent_app.banner_script import gpp_stub
from tools.yaml_files import read_yaml

# Kinds of patterns in lists against cookie notices and tracking: `*` is anything, and so is what
# stands before and after. The lists themselves may not be copied here; by hand AdGuard's Base,
# Tracking Protection and Cookie Notices filters of 2026-03 were tried on these addresses, and
# EasyList Cookie's general blocks were read: nothing fits.
ADDRESSES = (
    *(
        "/impressions?",
        "/impression?",
        "/impression.",
        "/impressions/*",
        "/pixel",
        "/track",
        "/log?",
    ),
    *("-consent-banner-", "-consent-banner.", "/consent-banner-", "/consent_banner-"),
    *("/consent/manager/", "/consent-manager.", "/consent-management", "/consent.min.js?"),
    *("/consent/message.", "/consent-dialog.", "/consentui/", "/data-consent.", "=consent-"),
    *("cookie-banner", "cookie_banner", "cookiebanner", "cookie-consent", "cookieconsent"),
    *("cookie-notice", "cookie-policy", "cookiechoices.", "privacychoices.js", "privacy-banner."),
    *("gdpr", "/cmp.", "/cmp/", "/cmp-", "/tcf", "/analytics", "/beacon", "/collect?", "/ads/"),
)
NAMES = re.compile(
    r"cookie|consent|gdpr|ccpa|\bcmp\b|onetrust|privacy-?(banner|notice|popup)|banner|notice-bar"
)


def fits(pattern: str, address: str) -> bool:
    return bool(re.search(re.escape(pattern).replace(r"\*", ".*"), address, re.IGNORECASE))


@pytest.fixture(scope="module")
def addresses(project: Path) -> list[str]:
    """The addresses that pages ask for, as the script does."""
    document = read_yaml(project / "openapi.yaml")
    service_id = "0197f0a0-0000-7000-8000-000000000004"
    paths = [path for path in document["paths"] if path.startswith("/v1/public/")]
    addresses = [re.sub(r"\{\w+\}", service_id, path) for path in paths if "leaked" not in path]
    queries = {
        "/banner.js": f"?domain={service_id}",
        "/choices.js": "?v=ac5c2325e02f",
        "/gpp.js": "?v=ac5c2325e02f",
        "/banner": "?locale=en-GB&rule=us-tx",
    }
    return [
        f"https://choices.example{path}{query}"
        for path in addresses
        for query in {"", *(query for end, query in queries.items() if path.endswith(end))}
    ]


def test_no_address_that_pages_ask_for_is_like_a_pattern(addresses: list[str]) -> None:
    assert len(addresses) >= 11
    results = [
        (address, pattern)
        for address in addresses
        for pattern in ADDRESSES
        if fits(pattern, address)
    ]
    assert results == []


def test_the_patterns_find_what_others_call_theirs() -> None:
    for address in (
        "https://shop.example/js/cookie-consent.js",
        "https://shop.example/impressions?id=1",
        "https://shop.example/consent/manager/1.js",
    ):
        assert any(fits(pattern, address) for pattern in ADDRESSES)


def test_no_element_in_the_page_has_a_name_that_is_hidden(project: Path) -> None:
    # What is in the shadow root no list reaches: the elements in the page itself are these.
    modules = (project / "consent_app/banner_script/source").glob("*.js")
    source = "".join(path.read_text("utf-8") for path in sorted(modules))
    elements = set(re.findall(r'make\("(visitor-[\w-]+)"(?:, \{ id: "([\w-]+)" \})?', source))
    assert elements == {("visitor-choices", "visitor-choices"), ("visitor-choices-held", "")}
    names = {name for pair in elements for name in pair}
    assert not any(NAMES.search(name) for name in names)
    assert NAMES.search("cookie-banner")
    # The frame's name is the specification's.
    assert re.findall(r"\.name=`\$\{\w+\}(\w+)`", gpp_stub()) == ["Locator"]
