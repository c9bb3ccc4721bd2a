"""Banners as the interface shows them."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.banners.content import languages_of
from consent_app.banners.drafts import BannerState, Person
from consent_app.banners.models import BannerTemplate, BannerVersion
from consent_app.banners.service import WholeVersion


def present_published(version: BannerVersion) -> dict[str, Any]:
    """Return the answer to a publication."""
    return {"version": version.version, "publishedAt": timestamp(version.published_at)}


def present_state(found: BannerState) -> dict[str, Any]:
    """Return the BannerDocument that an editor works on."""
    return {
        "state": found.state,
        "version": found.version,
        "updatedAt": timestamp(found.updated_at) if found.updated_at else None,
        "updatedBy": _person(found.updated_by),
        "banner": found.content,
    }


def present_version(version: BannerVersion, publisher: Person | None) -> dict[str, Any]:
    """Return the BannerVersion of a list."""
    return {
        **present_published(version),
        "publishedBy": _person(publisher),
        "material": version.material,
        "locales": [
            {"locale": locale, "digest": version.digests[locale]}
            for locale in languages_of(version.content, version.digests)
        ],
    }


def present_whole_version(found: WholeVersion) -> dict[str, Any]:
    """Return the WholeBannerVersion."""
    return {**present_version(found.version, found.publisher), "banner": found.content}


def present_template(template: BannerTemplate) -> dict[str, Any]:
    """Return the BannerTemplate of a list."""
    return {
        "id": str(template.id),
        "name": template.name,
        "createdAt": timestamp(template.created_at),
        "updatedAt": timestamp(template.updated_at),
    }


def present_whole_template(template: BannerTemplate) -> dict[str, Any]:
    """Return the WholeBannerTemplate."""
    return {**present_template(template), "banner": template.content}


def _person(person: Person | None) -> dict[str, str | None] | None:
    return {"id": str(person.id), "email": person.email} if person else None
