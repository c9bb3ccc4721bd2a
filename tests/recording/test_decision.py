from __future__ import annotations

import pytest

from consent_app.errors import ValidationFailed
from consent_app.recording.decision import (
    Decision,
    PublishedWording,
    Visitor,
    minimise,
    validate_decision,
)

AGENTS = [
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "desktop",
        "Firefox 140 on Windows",
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        " Version/19.0 Safari/605.1.15",
        "desktop",
        "Safari 19 on Mac OS X",
    ),
    (
        "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        " Version/17.5 Mobile/15E148 Safari/604.1",
        "tablet",
        "Mobile Safari 17 on iOS",
    ),
    (
        "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)"
        " Chrome/140.0.0.0 Mobile Safari/537.36",
        "mobile",
        "Chrome Mobile 140 on Android",
    ),
    (
        "Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko)"
        " Chrome/140.0.0.0 Safari/537.36",
        "tablet",
        "Chrome 140 on Android",
    ),
    ("curl/8.5.0", "desktop", "curl 8"),
]


def visitor(agent: str | None = None) -> Visitor:
    return Visitor("192.0.2.1", agent, (None, None), gpc_signal=False)


@pytest.mark.parametrize(("agent", "device", "reduced"), AGENTS)
def test_a_device_is_told_and_an_agent_is_cut(agent: str, device: str, reduced: str) -> None:
    stored = minimise(visitor(agent), "reduced", b"salt")
    assert (stored.device, stored.user_agent) == (device, reduced)


@pytest.mark.parametrize("agent", [None, "", "\x00", "x" * 5000, "💥" * 300, "\udcff"])
def test_any_agent_is_taken(agent: str | None) -> None:
    stored = minimise(visitor(agent), "full", b"salt")
    assert stored.device == "desktop"
    assert stored.user_agent is None or 0 < len(stored.user_agent) <= 512


def test_the_hash_is_keyed_with_the_salt() -> None:
    hashes = {minimise(visitor(), "reduced", salt).ip_hash for salt in (b"one", b"two")}
    assert len(hashes) == 2


NONE = frozenset[str]()
ANALYTICS, MARKETING = frozenset({"analytics"}), frozenset({"marketing"})
ONLY_ANALYTICS = PublishedWording(("analytics",), "Shop", "digest")
"""A version that does not offer the other two categories."""


def decide(action: str, source: str, granted: frozenset[str]) -> Decision:
    categories = (name in granted for name in ("analytics", "marketing", "preferences"))
    return Decision(action, source, *categories, 1, "en", "first_layer", None, None, None, None)


@pytest.mark.parametrize(
    ("action", "source", "granted", "pointers"),
    [
        ("accept_all", "banner", ANALYTICS, []),
        ("reject_all", "banner", NONE, []),
        ("custom", "banner", NONE, []),
        ("custom", "banner", ANALYTICS, []),
        ("accept_all", "banner", NONE, ["#/analytics"]),
        ("reject_all", "banner", ANALYTICS, ["#/analytics"]),
        ("custom", "banner", MARKETING, ["#/marketing"]),
        ("accept_all", "banner", ANALYTICS | MARKETING, ["#/marketing"]),
        ("reject_all", "gpc", NONE, []),
        ("custom", "gpc", ANALYTICS, []),
        # Everything that this version offers, which a signal never grants.
        ("accept_all", "gpc", ANALYTICS, ["#/action"]),
    ],
)
def test_a_decision_grants_what_its_version_offers(
    action: str, source: str, granted: frozenset[str], pointers: list[str]
) -> None:
    decision = decide(action, source, granted)
    if not pointers:
        assert validate_decision(decision, ONLY_ANALYTICS, "marketing") is ONLY_ANALYTICS
        return
    with pytest.raises(ValidationFailed) as refused:
        validate_decision(decision, ONLY_ANALYTICS, "marketing")
    assert [error.pointer for error in refused.value.field_errors] == pointers
