"""What a banner says: its content as published, its wordings by locale, and their digests."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

Content = dict[str, Any]
"""A banner as kept with a version: ``defaultLocale``, ``policyUrl``, ``categories`` (ids in the
order shown), ``style``, ``controller``, and ``locales``: for each tag ``direction``, ``texts`` and
``categories`` (``title`` and ``description`` by id)."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Everything that a visitor is shown in one locale. ``digest`` is its SHA-256, in hex."""

    locale: str
    shown: dict[str, Any]
    digest: str


@lru_cache(maxsize=1)
def _default_text() -> str:
    return files("consent_app.banners").joinpath("default_banner.json").read_text("utf-8")


def default_content(controller: str) -> Content:
    """Return the banner that is published where there is no draft, in ``controller``'s name."""
    content: Content = json.loads(_default_text())
    return {**content, "controller": controller}


def wording(content: Content, locale: str) -> Wording:
    """Return what is shown in ``locale``, which the content has, with its digest."""
    in_locale = content["locales"][locale]
    shown = {
        "locale": locale,
        "direction": in_locale["direction"],
        "controller": content["controller"],
        "policyUrl": content["policyUrl"],
        "categories": [
            {"id": category, **in_locale["categories"][category]}
            for category in content["categories"]
        ],
        "texts": in_locale["texts"],
        "style": content["style"],
    }
    return Wording(locale, shown, digest_of(shown))


def digest_of(shown: dict[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON: sorted members, no white space, UTF-8."""
    canonical = json.dumps(shown, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def best_locale(content: Content, wanted: str | None) -> str:
    """Return the content's locale that fits the BCP 47 tag ``wanted`` best (RFC 4647 §3.4 lookup).

    Without a match it is the default locale.
    """
    by_lower: dict[str, str] = {tag.lower(): tag for tag in content["locales"]}
    parts = (wanted or "").lower().split("-")
    while parts:
        found = by_lower.get("-".join(parts))
        if found is not None:
            return found
        parts.pop()
        if parts and len(parts[-1]) == 1:
            parts.pop()
    default: str = content["defaultLocale"]
    return default
