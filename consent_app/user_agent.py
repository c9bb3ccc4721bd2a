"""What a user agent says of itself: device class, and as much as is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import ua_parser

MAX_CHARACTERS = 512


@dataclass(frozen=True, slots=True)
class UserAgent:
    """``whole`` is printable and cut to 512 characters; ``reduced`` is browser family, major
    version and system; ``device`` is ``desktop``, ``mobile`` or ``tablet``."""

    device: str
    whole: str
    reduced: str


@lru_cache(maxsize=4096)
def read_user_agent(sent: str) -> UserAgent:
    """Read a ``User-Agent`` header. Whatever was sent, this gives an answer."""
    printable = "".join(character for character in sent if character.isprintable())
    text = printable[:MAX_CHARACTERS]
    if not text:
        return UserAgent("desktop", "", "")
    parsed = ua_parser.parse(text)
    browser, system, device = parsed.user_agent, parsed.os, parsed.device
    words = []
    if browser is not None:
        words.append(browser.family)
        if browser.major:
            words.append(browser.major)
    if system is not None:
        words.append(f"on {system.family}")
    return UserAgent(_device(text, device.family if device else ""), text, " ".join(words))


def _device(text: str, family: str) -> str:
    tablet_words = ("iPad", "Tablet", "Kindle", "PlayBook", "Silk/")
    if any(word in text for word in tablet_words) or "Tablet" in family:
        return "tablet"
    # Browsers on Android say "Mobile" on a phone and leave it out on a tablet.
    if "Android" in text and "Mobile" not in text and "TV" not in text:
        return "tablet"
    if "Mobi" in text or "iPhone" in text or "iPod" in text:
        return "mobile"
    return "desktop"
