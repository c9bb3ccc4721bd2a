"""The default banner: what is published where nobody drafted anything, and what drafts leave out.

Its languages stand in ``default_banner.json``, English first.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from importlib.resources import files
from typing import Any

import orjson

from consent_app.banners.content import Content
from consent_app.banners.locales import lookup


@lru_cache(maxsize=1)
def _text() -> bytes:
    return files("consent_app.banners").joinpath("default_banner.json").read_bytes()


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    """Return the data, which nobody may change: for those who only read it."""
    data: dict[str, Any] = orjson.loads(_text())
    return data


def default_content(controller: str) -> Content:
    """Return the banner that is published where there is no draft, in ``controller``'s name."""
    return {"controller": controller, **orjson.loads(_text())}


def default_style() -> dict[str, Any]:
    """Return the default banner's style."""
    style: dict[str, Any] = copy.deepcopy(_data()["style"])
    return style


def default_patterns(category: str) -> list[str]:
    """Return the name patterns of what the best known services of a category keep."""
    categories = _data()["categories"]
    found: list[str] = next(each["patterns"] for each in categories if each["id"] == category)
    return list(found)


def default_locale(tag: str) -> dict[str, Any] | None:
    """Return the default banner's entry in the language of ``tag``, or None where it has none."""
    entries = {each["locale"]: each for each in _data()["locales"]}
    found = lookup(list(entries), tag)
    return entries[found] if found is not None else None
