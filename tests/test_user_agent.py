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


@given(st.text(max_size=2000))
def test_whatever_was_sent_is_printable_and_short(sent: str) -> None:
    result = read_user_agent(sent)
    assert result.whole.isprintable()
    assert len(result.whole) <= MAX_CHARACTERS
    assert result.device in ("desktop", "mobile", "tablet")
