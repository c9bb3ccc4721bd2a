"""Languages of a banner: BCP 47 tags, and which of the available ones fits a visitor best.

Lookup follows RFC 4647 §3.4, with some additions that visitors expect: old codes match their
replacements, Norwegian matches Bokmål, a text in the requested script is preferred to any other,
and ``pt`` matches ``pt-BR`` if that is the only Portuguese.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_TAG = re.compile(
    r"(?P<language>[a-z]{2,3})"
    r"(?:-(?P<script>[a-z]{4}))?"
    r"(?:-(?P<region>[a-z]{2}|[0-9]{3}))?"
    r"(?P<variants>(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)"
    r"(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*"
    r"(?:-x(?:-[a-z0-9]{1,8})+)?"
)
MAX_CHARACTERS = 35
"""The shortest limit that RFC 5646 §4.4.1 allows."""

_RENAMED = {"iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil"}
_NEAR = {"no": ("nb", "nn"), "nb": ("no", "nn"), "nn": ("no", "nb")}

# The default script of languages that are written in more than one.
_SCRIPTS = {
    "az": "latn",
    "bs": "latn",
    "kk": "cyrl",
    "mn": "cyrl",
    "pa": "guru",
    "sr": "cyrl",
    "uz": "latn",
    "zh": "hans",
}
_SCRIPTS_OF_REGIONS = {
    ("zh", "tw"): "hant",
    ("zh", "hk"): "hant",
    ("zh", "mo"): "hant",
    ("sr", "me"): "latn",
    ("pa", "pk"): "arab",
}
_RIGHT_TO_LEFT = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"}
)
_RIGHT_TO_LEFT_SCRIPTS = frozenset({"adlm", "arab", "hebr", "mand", "nkoo", "syrc", "thaa"})


def canonical(tag: str) -> str | None:
    """Return a BCP 47 tag in its canonical form (RFC 5646 §4.5), or None if it is not a valid tag.

    The language is in lower case, the script capitalized, the region in upper case. Renamed codes
    get their present name. Grandfathered tags and tags longer than 35 characters are not valid.
    """
    match = _TAG.fullmatch(tag.lower())
    if match is None or len(tag) > MAX_CHARACTERS:
        return None
    language, script, region = match["language"], match["script"], match["region"]
    language = _RENAMED.get(language, language)
    if language == "sh":
        language, script = "sr", script or "latn"
    start = match.end("variants")
    parts = [language, script and script.capitalize(), region and region.upper()]
    return "-".join(filter(None, parts)) + match["variants"] + match[0][start:]


def direction_of(tag: str) -> str:
    """Return the direction of a canonical tag's language: ``rtl`` or ``ltr``."""
    language, script, _ = _subtags(tag)
    if script:
        return "rtl" if script in _RIGHT_TO_LEFT_SCRIPTS else "ltr"
    return "rtl" if language in _RIGHT_TO_LEFT else "ltr"


def lookup(available: Sequence[str], requested: str | None) -> str | None:
    """Return the best match for ``requested`` among the canonical tags ``available``, or None."""
    canonical_tag = canonical(requested) if requested else None
    if canonical_tag is None:
        return None
    language, _, subtags = canonical_tag.partition("-")
    for name in (language, *_NEAR.get(language, ())):
        tag = _in_language(available, f"{name}-{subtags}" if subtags else name)
        if tag is not None:
            return tag
    return None


def _in_language(available: Sequence[str], wanted_tag: str) -> str | None:
    by_lower = {tag.lower(): tag for tag in available}
    for candidate in _shortened(wanted_tag.lower()):
        match = by_lower.get(candidate)
        if match is not None and _script(match) == _script(wanted_tag):
            return match
    language, _, region = _subtags(wanted_tag)
    kin = [tag for tag in available if _subtags(tag)[0] == language]
    alike = [tag for tag in kin if _script(tag) == _script(wanted_tag)] or kin
    # The same region is best, then no region, then another region.
    rank = {region: 0, "": 1}
    return min(alike, key=lambda tag: rank.get(_subtags(tag)[2], 2)) if alike else None


def _shortened(tag: str) -> Iterable[str]:
    parts = tag.split("-")
    while parts:
        yield "-".join(parts)
        parts.pop()
        if parts and len(parts[-1]) == 1:
            parts.pop()


def _subtags(tag: str) -> tuple[str, str, str]:
    """Return language, script and region in lower case; empty if the tag has none."""
    match = _TAG.match(tag.lower())
    if match is None:
        return tag.lower(), "", ""
    return match["language"], match["script"] or "", match["region"] or ""


def _script(tag: str) -> str:
    language, script, region = _subtags(tag)
    return script or _SCRIPTS_OF_REGIONS.get((language, region)) or _SCRIPTS.get(language, "")
