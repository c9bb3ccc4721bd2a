"""What is read of a user agent, and how much of it is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.user_agent import MAX_CHARACTERS, read_user_agent

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)
IPAD = IPHONE.replace("iPhone; CPU iPhone OS", "iPad; CPU OS")
PIXEL = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Mobile Safari/537.36"
)


@pytest.mark.parametrize(
    ("sent", "device", "reduced"),
    [
        (FIREFOX, "desktop", "Firefox 128 on Linux"),
        (IPHONE, "mobile", "Mobile Safari 17 on iOS"),
        (IPAD, "tablet", "Mobile Safari 17 on iOS"),
        (PIXEL, "mobile", "Chrome Mobile 126 on Android"),
        (PIXEL.replace(" Mobile", ""), "tablet", "Chrome 126 on Android"),
        ("", "desktop", ""),
    ],
)
def test_device_and_family(sent: str, device: str, reduced: str) -> None:
    result = read_user_agent(sent)
    assert (result.device, result.reduced, result.whole) == (device, reduced, sent)


@pytest.mark.parametrize(
    ("sent", "reduced"),
    [
        ("MyBank/3.1 CFNetwork/1490.0.4 Darwin/23.2.0", "MyBank 3 on iOS"),
        (
            IPHONE.replace("Version/17.5 Mobile/15E148 Safari/604.1", "Mobile/15E148"),
            "Mobile Safari UI/WKWebView on iOS",
        ),
        (
            "Your account is locked: https://evil.example/in/1 CFNetwork/1 Darwin/17.3.0",
            "Your account is locked 1 on iOS",
        ),
        ("https://evil.example/in/1 CFNetwork/1 Darwin/17.3.0", "https //evil example/in 1 on iOS"),
        ("Call/004930123456 CFNetwork/1 Darwin/17.3.0", "Call on iOS"),
        ("x Send me your six digits now Bot/1", "x Send me your 1"),
        (f"{'a' * 90} Bot/1", f"{'a' * 32} 1"),
        # A name without a word is none, and has no version.
        ('":/1.0.3 CFNetwork/1 Darwin/22', "on iOS"),
    ],
)
def test_the_reduced_form_has_no_room_for_a_message(sent: str, reduced: str) -> None:
    assert read_user_agent(sent).reduced == reduced


@given(st.text(max_size=2000))
def test_whatever_was_sent_is_printable_and_short(sent: str) -> None:
    result = read_user_agent(sent)
    assert result.whole.isprintable()
    assert len(result.whole) <= MAX_CHARACTERS
    assert len(result.reduced) <= 80
    assert result.device in ("desktop", "mobile", "tablet")
