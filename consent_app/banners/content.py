"""What a banner says: its content as drafted, its wordings by locale, and their digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from consent_app.domains.service import BannerFacts

Content = dict[str, Any]
"""A banner as its editors see it (``BannerContent`` of openapi.yaml): ``controller``,
``policyUrl``, ``categories`` (``id``, ``preselected``, ``patterns``, ``services``) in the order
shown, ``style``, and ``locales``, of which the first is the default: ``locale``, ``direction``,
``texts``, ``categories`` (``id``, ``title``, ``description``) and ``services`` (translations of
``purpose`` and ``duration`` by ``name``)."""

Head = dict[str, Any]
"""What is kept with a version of its content, in every language the same: ``defaultLocale``,
``languages`` (in their order), ``controller``, ``policyUrl``, ``style``, ``categories`` (ids) and
``details`` (the categories as in Content). What is said in them is kept as wordings, so that nobody
reads 26 to show one."""

LOCALES_CHARACTERS = 400
"""As many characters of languages as a domain's row keeps for the score."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Everything that a visitor is shown in one locale. ``digest`` is its SHA-256, in hex."""

    locale: str
    shown: dict[str, Any]
    digest: str


def locales_of(content: Content) -> list[str]:
    """Return the content's languages, the default one first."""
    return [each["locale"] for each in content["locales"]]


def wordings_of(content: Content, *, material: bool) -> list[Wording]:
    """Return what is shown in each locale. ``material`` is the publisher's word on the change."""
    return [_wording(content, each, material) for each in content["locales"]]


def _wording(content: Content, in_locale: Mapping[str, Any], material: bool) -> Wording:
    titles = {each["id"]: each for each in in_locale["categories"]}
    translated = {each["name"]: each for each in in_locale["services"]}
    shown = {
        "locale": in_locale["locale"],
        "direction": in_locale["direction"],
        "controller": content["controller"],
        "policyUrl": content["policyUrl"],
        "material": material,
        "categories": [
            {
                **category,
                "title": titles[category["id"]]["title"],
                "description": titles[category["id"]]["description"],
                "services": [
                    {**service, **translated.get(service["name"], {})}
                    for service in category["services"]
                ],
            }
            for category in content["categories"]
        ],
        "texts": in_locale["texts"],
        "style": content["style"],
    }
    return Wording(in_locale["locale"], shown, digest_of(shown))


def digest_of(shown: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON: sorted members, no white space, UTF-8."""
    canonical = json.dumps(shown, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def head_of(content: Content) -> Head:
    """Return what is kept with a version beside its wordings."""
    return {
        "defaultLocale": content["locales"][0]["locale"],
        "languages": locales_of(content),
        "controller": content["controller"],
        "policyUrl": content["policyUrl"],
        "style": content["style"],
        "categories": [category["id"] for category in content["categories"]],
        "details": content["categories"],
    }


def languages_of(head: Head, locales: Iterable[str]) -> list[str]:
    """Return a version's languages in their order; ``locales`` are those it has, in any order."""
    return head.get("languages") or sorted(locales, key=lambda each: each != head["defaultLocale"])


def content_from(head: Head, shown: Iterable[Mapping[str, Any]]) -> Content:
    """Return the content of a version again, from its head and what is shown in each locale.

    Of versions of the first release it says as much as they did.
    """
    by_locale = {each["locale"]: each for each in shown}
    ordered = [by_locale[locale] for locale in languages_of(head, by_locale)]
    details = head.get("details") or [_bare(category) for category in head["categories"]]
    return {
        "controller": head["controller"],
        "policyUrl": head["policyUrl"],
        "categories": details,
        "style": head["style"],
        "locales": [_locale_from(each, details) for each in ordered],
    }


def _bare(category: str) -> dict[str, Any]:
    return {"id": category, "preselected": False, "patterns": [], "services": []}


def _locale_from(shown: Mapping[str, Any], details: list[dict[str, Any]]) -> dict[str, Any]:
    own = {each["name"]: each for category in details for each in category["services"]}
    return {
        "locale": shown["locale"],
        "direction": shown["direction"],
        "texts": shown["texts"],
        "categories": [
            {name: each[name] for name in ("id", "title", "description")}
            for each in shown["categories"]
        ],
        "services": [
            {name: each[name] for name in ("name", "purpose", "duration")}
            for category in shown["categories"]
            for each in category.get("services", ())
            if any(each[name] != own[each["name"]][name] for name in ("purpose", "duration"))
        ],
    }


def facts_of(content: Content) -> BannerFacts:
    """Return what the compliance score looks at."""
    locales: list[str] = []
    for tag in locales_of(content):
        if len(",".join([*locales, tag])) <= LOCALES_CHARACTERS:
            locales.append(tag)
    return BannerFacts(
        policy_url=content["policyUrl"] is not None,
        purposes_named=all(
            category["description"].strip()
            for each in content["locales"]
            for category in each["categories"]
        ),
        locales=tuple(locales),
        equal_choice=content["style"]["reject"] == "equal",
        nothing_prechosen=not any(each["preselected"] for each in content["categories"]),
        withdrawable=content["style"]["reopen"] == "button",
    )
