"""Parsing user agents: the device class, and the short form that is stored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

MAX_CHARACTERS = 512
CACHE_SIZE = 4096
"""The number of user agents to cache, at most two kilobytes each."""
MAX_NAME_WORDS = 4
MAX_NAME_CHARACTERS = 32
MAX_VERSION_DIGITS = 5

_NAME_WORD = re.compile(r"[\w+!'()/-]+")
"""A word of a browser's or a system's name, without what makes a link of it."""


@dataclass(frozen=True, slots=True)
class UserAgent:
    """``whole`` is printable and at most 512 characters long. ``reduced`` is the browser's family
    and major version, and the system, as short names. ``device`` is ``desktop``, ``mobile`` or
    ``tablet``."""

    device: str
    whole: str
    reduced: str


def read_user_agent(sent: str) -> UserAgent:
    """Parse a ``User-Agent`` header. Never fails.

    The header is cut before the cache is asked, so that cached keys are short.
    """
    text = sent[:MAX_CHARACTERS]
    if not (text.isprintable() and text == sent):
        printable = (character for character in sent if character.isprintable())
        text = "".join(islice(printable, MAX_CHARACTERS))
    return _read(text)


@lru_cache(maxsize=CACHE_SIZE)
def _read(text: str) -> UserAgent:
    if not text:
        return UserAgent("desktop", "", "")
    # Imported here: loading its patterns takes time, and commands seldom need them.
    import ua_parser

    parsed = ua_parser.parse(text)
    browser, system, device = parsed.user_agent, parsed.os, parsed.device
    words = []
    if browser is not None and (name := _name(browser.family)):
        words.append(name)
        if browser.major and len(browser.major) <= MAX_VERSION_DIGITS:
            words.append(browser.major)
    if system is not None:
        words.append(f"on {_name(system.family)}")
    return UserAgent(_device(text, device.family if device else ""), text, " ".join(words))


def _name(family: str) -> str:
    """Return a name as short as real ones. The patterns find an app's name in what its sender
    writes, and emails say it: strangers could send any text to any address."""
    return " ".join(_NAME_WORD.findall(family)[:MAX_NAME_WORDS])[:MAX_NAME_CHARACTERS].rstrip()


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
