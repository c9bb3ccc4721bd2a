"""The published banners that visitors see, from memory: a published version never changes.

A process caches the banners that were requested until it reads a change
(``events.site_changes``), and for ``banner_cache_seconds`` at most. Until then a visitor needs no
query. While the database is unavailable, visitors get the banner that was last read. The cache key
is the domain, the rule and one of the banner's languages, never anything that a visitor sent, and
each kind of entry has a limit in bytes.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import Cache, LRUCache, TTLCache
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.banners import queries, schemas
from consent_app.db.outages import UNANSWERED
from consent_app.domains.service import get_domain_for_visitors, is_held, visitor_rules_of
from consent_app.errors import NotFound
from consent_app.events.site_cache import SiteCache, SiteIds
from consent_app.events.site_changes import SiteChanges
from consent_app.jurisdictions.service import Basis, Place, Rule, VisitorRules, current_rule
from consent_app.language_tags import lookup
from consent_app.openapi.json import dumps
from consent_app.workspaces.service import get_workspace

DOMAINS_BYTES = 16 * 1024 * 1024
WORDINGS_BYTES = 32 * 1024 * 1024
BANNERS_BYTES = 32 * 1024 * 1024
"""The cache size of each kind, as length of JSON: in memory it takes about four times as much. What
was last read of a domain is usually what is cached of it, and takes no memory of its own."""
UNKNOWN = "There is no domain with this id. Copy the install tag again from the domain."
UNPUBLISHED = "Nothing is published on this domain. Publish its banner."
ENTRY_BYTES = 512
"""The size of an entry in addition to its content."""


_numbers = itertools.count()


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    """The part of a domain's banner that is the same in every language. ``number`` is that of no
    other in this process."""

    workspace_id: UUID
    hostname: str
    base: dict[str, Any]
    rules: VisitorRules
    default: str
    digests: Mapping[str, str]
    number: int = field(default_factory=lambda: next(_numbers))


_BannerKey = tuple[int, str, str, int]
"""A domain's id, a locale, and a rule with its version. The id is an int, which is faster to hash
than a UUID. What a domain's banner was before takes no second place."""


@dataclass(frozen=True, slots=True)
class VisitorRule:
    """The rule for one visitor, the reason for it, and the domain's ``hostname``."""

    rule: Rule
    basis: Basis
    hostname: str


@dataclass(frozen=True, slots=True)
class PublicBanner:
    """A PublicBanner of openapi.yaml for one domain in one language, ready to be sent.

    ``tag`` is its entity tag without quotes; ``hostname`` is the domain's. ``number`` is that of
    the ``_Loaded`` it was made from, which it does not keep alive.
    """

    payload: dict[str, Any]
    tag: str
    hostname: str
    domain_id: UUID
    number: int


class PublicBanners:
    """The published banners that one process keeps in memory. Thread-safe."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._lock = Lock()
        self._domains: TTLCache[UUID, _Loaded] = TTLCache(
            DOMAINS_BYTES,
            ttl=app.settings.banner_cache_seconds,
            timer=app.timestamp,
            getsizeof=_size_of_loaded,
        )
        self._last: LRUCache[UUID, _Loaded] = LRUCache(DOMAINS_BYTES, getsizeof=_size_of_loaded)
        changes = app.get(SiteChanges)
        self._sites = SiteCache(changes, self._domains, _site_of)
        self._last_sites = SiteCache(changes, self._last, _site_of)
        self._wordings: LRUCache[tuple[UUID, str], dict[str, Any]] = LRUCache(
            WORDINGS_BYTES, getsizeof=_size
        )
        self._banners: LRUCache[_BannerKey, PublicBanner] = LRUCache(
            # With the texts: the cache of wordings may have dropped them.
            BANNERS_BYTES,
            getsizeof=lambda banner: _size(banner.payload),
        )

    def banner_for(
        self, domain_id: UUID, requested_locale: str | None, rule_id: str | None
    ) -> PublicBanner:
        """Return the domain's banner under a rule, in the language that matches best.

        Without a rule it is the banner for visitors whose location is unknown; for an unknown rule
        it is the strictest one. Raises NotFound for an unknown domain and for one with nothing
        published.
        """
        cached = self._cached(domain_id, requested_locale, rule_id)
        self._app.metrics.cache("banners", hit=cached is not None)
        if cached is not None:
            return cached
        loaded = self._loaded(domain_id)
        locale, rule = _locale(loaded, requested_locale), self._rule(loaded, rule_id)
        banner = _public_banner(domain_id, loaded, locale, rule, self._wording(loaded, locale))
        with self._lock:
            _keep(self._banners, _banner_key(domain_id, locale, rule), banner)
        return banner

    def cached(
        self, domain_id: UUID, requested_locale: str | None, rule_id: str | None
    ) -> PublicBanner | None:
        """Return the same as ``banner_for`` if it is cached, or None. Sends no query."""
        cached = self._cached(domain_id, requested_locale, rule_id)
        # A miss is counted where the banner is loaded.
        if cached is not None:
            self._app.metrics.cache("banners", hit=True)
        return cached

    def rule_for(self, domain_id: UUID, place: Place | None) -> VisitorRule:
        """Return the rule of one visitor of a domain. Raises NotFound as ``banner_for`` does."""
        loaded = self._loaded(domain_id)
        rule, basis = loaded.rules.rule_for(place, self._app.now().date())
        return VisitorRule(rule, basis, loaded.hostname)

    def _loaded(self, domain_id: UUID) -> _Loaded:
        return self._sites.load(domain_id, lambda: (self._load_or_last(domain_id), True))

    def _load_or_last(self, domain_id: UUID) -> _Loaded:
        """Return the domain's banner, or, while the database is unavailable, the last that was
        read. That one is then cached, so that not every visitor waits for the database."""
        try:
            return self._last_sites.refresh(domain_id, lambda: (self._load(domain_id), True))
        except NotFound:
            # A later outage must not bring back what was deleted.
            self._last_sites.drop(domain_id)
            raise
        except UNANSWERED:
            last = self._last_sites.get(domain_id)
            if last is None:
                raise
            return last

    def _rule(self, loaded: _Loaded, rule_id: str | None) -> Rule:
        day = self._app.now().date()
        if rule_id is None:
            return loaded.rules.rule_for(None, day)[0]
        return current_rule(rule_id, day)

    def _cached(
        self, domain_id: UUID, requested_locale: str | None, rule_id: str | None
    ) -> PublicBanner | None:
        loaded = self._sites.get(domain_id)
        if loaded is None:
            return None
        locale, rule = _locale(loaded, requested_locale), self._rule(loaded, rule_id)
        with self._lock:
            banner = self._banners.get(_banner_key(domain_id, locale, rule))
        return banner if banner is not None and banner.number == loaded.number else None

    def _load(self, domain_id: UUID) -> _Loaded:
        with self._app.database.session(read_only=True) as session:
            return self._read(session, domain_id)

    def _read(self, session: Session, domain_id: UUID) -> _Loaded:
        domain = get_domain_for_visitors(session, domain_id)
        if domain is None:
            raise NotFound(UNKNOWN)
        if domain.published_version is None:
            raise NotFound(UNPUBLISHED)
        workspace = get_workspace(session, domain.workspace_id)
        published = queries.get_version(session, domain_id, domain.published_version)
        if workspace is None or published is None:
            raise NotFound
        since = queries.get_material_since(session, domain_id, published.version)
        is_on_hold = is_held(session, self._app, workspace, domain)
        base = schemas.public_banner_head(domain, published, since, held=is_on_hold)
        return _Loaded(
            workspace_id=domain.workspace_id,
            hostname=domain.hostname,
            base=base,
            rules=visitor_rules_of(session, domain),
            default=published.content["defaultLocale"],
            digests=published.digests,
        )

    def _wording(self, loaded: _Loaded, locale: str) -> dict[str, Any]:
        key = loaded.workspace_id, loaded.digests[locale]
        with self._lock:
            wording = self._wordings.get(key)
        if wording is None:
            with self._app.database.session(read_only=True) as session:
                wordings = queries.get_wordings(
                    session, loaded.workspace_id, [loaded.digests[locale]]
                )
            if not wordings:
                # The workspace was deleted, and the domain with it, since it was cached.
                raise NotFound(UNKNOWN)
            (wording,) = wordings
            with self._lock:
                _keep(self._wordings, key, wording)
        return wording


def _site_of(domain_id: UUID, loaded: _Loaded) -> SiteIds:
    return SiteIds(loaded.workspace_id, domain_id)


def _banner_key(domain_id: UUID, locale: str, rule: Rule) -> _BannerKey:
    return domain_id.int, locale, rule.id, rule.version


def _locale(loaded: _Loaded, requested: str | None) -> str:
    return lookup(list(loaded.digests), requested) or loaded.default


def _size(value: Any) -> int:
    return ENTRY_BYTES + len(dumps(value))


def _size_of_loaded(loaded: _Loaded) -> int:
    return _size(loaded.base) + _size(dict(loaded.digests))


def _keep(cache: Cache[Any, Any], key: Any, value: Any) -> None:
    # A value that would fill the whole cache is not cached.
    with suppress(ValueError):
        cache[key] = value


def _public_banner(
    domain_id: UUID, loaded: _Loaded, locale: str, rule: Rule, document: dict[str, Any]
) -> PublicBanner:
    by_rule = schemas.public_banner_rule(loaded.rules, rule, locale)
    payload = {**loaded.base, **by_rule, "digest": loaded.digests[locale], **document}
    tag = hashlib.sha256(dumps(payload)).hexdigest()[:32]
    return PublicBanner(payload, tag, loaded.hostname, domain_id, loaded.number)
