"""Banners: drafting, publishing, versions, and the script that shows them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.banners import queries
from consent_app.banners.content import Content
from consent_app.banners.drafts import (
    Person,
    banner_state,
    content_of,
    discard_draft,
    save_draft,
)
from consent_app.banners.models import BannerVersion
from consent_app.banners.public import PublicAnswer, PublicBanners
from consent_app.banners.publishing import publish
from consent_app.banners.script import script
from consent_app.domains.service import find_domain
from consent_app.errors import NotFound

__all__ = [
    "PublicAnswer",
    "PublicBanners",
    "WholeVersion",
    "banner_state",
    "discard_draft",
    "publish",
    "save_draft",
    "script",
    "version_of",
    "versions_of",
]


@dataclass(frozen=True, slots=True)
class WholeVersion:
    """A published version with its content in every language."""

    version: BannerVersion
    publisher: Person | None
    content: Content


def versions_of(
    session: Session, workspace_id: UUID, domain_id: UUID, limit: int, cursor: int | None
) -> list[tuple[BannerVersion, Person | None]]:
    """Return up to ``limit`` versions, newest first, before ``cursor``. Raises NotFound."""
    if find_domain(session, workspace_id, domain_id) is None:
        raise NotFound
    rows = queries.versions(session, workspace_id, domain_id, limit, cursor)
    return [(version, _publisher(version, email)) for version, email in rows]


def version_of(session: Session, workspace_id: UUID, domain_id: UUID, number: int) -> WholeVersion:
    """Return one version with its content. Raises NotFound."""
    if find_domain(session, workspace_id, domain_id) is None:
        raise NotFound
    found = queries.version_with_publisher(session, workspace_id, domain_id, number)
    if found is None:
        raise NotFound
    version, email = found
    return WholeVersion(version, _publisher(version, email), content_of(session, version))


def _publisher(version: BannerVersion, email: str | None) -> Person | None:
    return Person(version.published_by, email) if version.published_by else None
