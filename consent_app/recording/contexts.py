"""The data of a domain that recording needs, cached until it changes (``events.site_changes``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cachetools import TTLCache
from sqlalchemy import Row

from consent_app.application import Application
from consent_app.domains.service import (
    get_domain_for_visitors,
    is_held,
    visitor_rules_of,
)
from consent_app.events.site_cache import SiteCache, SiteIds
from consent_app.events.site_changes import SiteChanges
from consent_app.jurisdictions.service import VisitorRules
from consent_app.recording import queries
from consent_app.recording.decision import PublishedWording
from consent_app.workspaces.service import get_workspace

_Key = tuple[int, int | None, str | None]
"""A domain's id, a version and a locale. The id is an int, which is faster to hash than a UUID."""

CONTEXT_TTL_SECONDS = 30
MAX_CONTEXTS = 2048
"""The number of cached contexts. The document limits the texts of one to some 5,000 characters."""


@dataclass(frozen=True, slots=True)
class RecordingContext:
    """A domain with its workspace's settings, and the version and locale that a decision names.

    ``version`` and ``wording`` are None if the version was never published on the domain.
    """

    workspace_id: UUID
    hostname: str
    rules: VisitorRules
    gpc_refuses: str
    visitor_data: str
    visitor_salt: bytes
    count_impressions: bool
    version: int | None
    wording: PublishedWording | None
    held: bool


class RecordingContexts:
    """Looks up contexts, and caches complete ones in this process, for at most 30 seconds.

    A change of a domain's or a workspace's settings takes effect immediately in the process that
    made it, and within a second in others. Incomplete contexts are looked up again.
    """

    def __init__(self, app: Application) -> None:
        self._app = app
        cache: TTLCache[_Key, RecordingContext | None] = TTLCache(
            MAX_CONTEXTS, ttl=CONTEXT_TTL_SECONDS, timer=app.timestamp
        )
        self._cache = SiteCache(app.get(SiteChanges), cache, _site_of)

    def find(
        self, domain_id: UUID, version: int | None, locale: str | None
    ) -> RecordingContext | None:
        """Return the context of a decision; None for an unknown domain.

        ``version`` None means the version that is published now.
        """

        def load() -> tuple[RecordingContext | None, bool]:
            context = self._load(domain_id, version, locale)
            return context, context is not None and _is_complete(context, locale)

        return self._cache.load((domain_id.int, version, locale), load)

    def _load(
        self, domain_id: UUID, version: int | None, locale: str | None
    ) -> RecordingContext | None:
        with self._app.database.session(read_only=True) as session:
            domain = get_domain_for_visitors(session, domain_id)
            if domain is None:
                return None
            workspace = get_workspace(session, domain.workspace_id)
            if workspace is None:
                return None
            row = queries.get_version_and_wording(session, domain, version, locale)
            return RecordingContext(
                workspace_id=workspace.id,
                hostname=domain.hostname,
                rules=visitor_rules_of(session, domain),
                gpc_refuses=domain.gpc_refuses,
                visitor_data=workspace.visitor_data,
                visitor_salt=workspace.visitor_salt,
                count_impressions=domain.count_impressions,
                version=row and row.version,
                wording=_wording(row),
                held=is_held(session, self._app, workspace, domain),
            )


def _wording(row: Row[Any] | None) -> PublishedWording | None:
    if row is None:
        return None
    return PublishedWording(
        categories=tuple(row.categories),
        controller=row.controller,
        digest=row.digest,
        title=row.title,
        description=row.description,
        policy_url=row.policy_url,
    )


def _site_of(key: _Key, context: RecordingContext | None) -> SiteIds:
    assert context is not None, "only complete contexts are cached"
    return SiteIds(context.workspace_id, UUID(int=key[0]))


def _is_complete(context: RecordingContext, locale: str | None) -> bool:
    wording = context.wording
    return wording is not None and (locale is None or wording.digest is not None)
