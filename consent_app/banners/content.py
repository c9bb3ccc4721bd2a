"""The content of a drafted banner, and the default banner.

The default banner is published for a domain without a draft, and completes the drafts of others;
its languages are in ``default_banner.json``, English first.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal
from uuid import UUID

import orjson

from consent_app.banners.models import BannerVersion
from consent_app.compliance.service import Assessment, BannerFacts
from consent_app.domains.service import Domain
from consent_app.jurisdictions.service import Rule, VisitorRules
from consent_app.language_tags import lookup

Content = dict[str, Any]
"""The banner that its editors see (``BannerContent`` of openapi.yaml): ``controller``,
``policyUrl``, ``categories`` (``id``, ``preselected``, ``patterns``, ``services``) in the order
shown, ``style``, and ``locales``, of which the first is the default: ``locale``, ``direction``,
``texts``, ``categories`` (``id``, ``title``, ``description``) and ``services`` (translations of
``purpose`` and ``duration`` by ``name``)."""

Head = dict[str, Any]
"""The part of a version's content that is the same in every language: ``defaultLocale``,
``languages`` (in their order), ``controller``, ``policyUrl``, ``style``, ``categories`` (ids) and
``details`` (the categories as in Content). The texts are stored as wordings, one row for each
language, so that showing one does not read all 26."""

LOCALES_CHARACTERS = 400
"""The maximum length of the languages that a domain's row stores for the score."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Everything that a visitor is shown in one locale. ``digest`` is its SHA-256, in hex."""

    locale: str
    document: dict[str, Any]
    digest: str


@dataclass(frozen=True, slots=True)
class Person:
    """Who changed something; ``email`` is None once the account is deleted."""

    id: UUID
    email: str | None


@dataclass(frozen=True, slots=True)
class BannerState:
    """A banner for its editor: the draft, else the published version, else the default banner.

    ``version`` is the one now published, None before the first. ``tag`` is the entity tag, without
    quotes. ``by_default``: the content is the default banner's.
    """

    state: Literal["draft", "published", "default"]
    version: int | None
    updated_at: datetime | None
    updated_by: Person | None
    content: Content
    tag: str
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class WholeVersion:
    """A published version with its content in every language."""

    version: BannerVersion
    publisher: Person | None
    content: Content


def locales_of(content: Content) -> list[str]:
    """Return the content's languages, the default one first."""
    return [entry["locale"] for entry in content["locales"]]


def facts_of(content: Content) -> BannerFacts:
    """Return the facts that the compliance score depends on."""
    locales: list[str] = []
    for tag in locales_of(content):
        if len(",".join([*locales, tag])) <= LOCALES_CHARACTERS:
            locales.append(tag)
    return BannerFacts(
        policy_url=content["policyUrl"] is not None,
        purposes_named=all(
            category["description"].strip()
            for entry in content["locales"]
            for category in entry["categories"]
        ),
        locales=tuple(locales),
        equal_choice=content["style"]["reject"] == "equal",
        nothing_prechosen=not any(entry["preselected"] for entry in content["categories"]),
        withdrawable=content["style"]["reopen"] == "button",
    )


@lru_cache(maxsize=1)
def _default_banner_json() -> bytes:
    return files("consent_app.banners").joinpath("default_banner.json").read_bytes()


@lru_cache(maxsize=1)
def _default_banner() -> dict[str, Any]:
    """Return the parsed default banner, which callers must not change."""
    banner: dict[str, Any] = orjson.loads(_default_banner_json())
    return banner


def default_content(controller: str) -> Content:
    """Return the banner that is published if there is no draft, in ``controller``'s name."""
    return {"controller": controller, **orjson.loads(_default_banner_json())}


def default_style() -> dict[str, Any]:
    """Return the default banner's style."""
    style: dict[str, Any] = copy.deepcopy(_default_banner()["style"])
    return style


def default_patterns(category: str) -> list[str]:
    """Return the name patterns of the cookies that well-known services of a category set."""
    categories = _default_banner()["categories"]
    patterns: list[str] = next(entry["patterns"] for entry in categories if entry["id"] == category)
    return list(patterns)


def default_locale(tag: str) -> dict[str, Any] | None:
    """Return the default banner's entry in the language of ``tag``, or None."""
    entries = {entry["locale"]: entry for entry in _default_banner()["locales"]}
    locale = lookup(list(entries), tag)
    return entries[locale] if locale is not None else None


@dataclass(frozen=True, slots=True)
class Preview:
    """An unsaved banner, as ``domain`` would show it by ``rule``.

    ``document`` is the wording in the visitor's language, ``digest`` its digest.
    """

    domain: Domain
    rules: VisitorRules
    rule: Rule
    content: Content
    document: dict[str, Any]
    digest: str
    assessment: Assessment
