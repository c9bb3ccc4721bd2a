"""Queries over published banners."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.banners.content import Content, Wording
from consent_app.banners.models import BannerVersion, BannerWording


def version(session: Session, domain_id: UUID, number: int) -> BannerVersion | None:
    """Return one published version, or None."""
    return session.get(BannerVersion, (domain_id, number))


def latest(session: Session, domain_id: UUID) -> BannerVersion | None:
    """Return the version published last, or None."""
    return session.scalars(
        select(BannerVersion)
        .where(BannerVersion.domain_id == domain_id)
        .order_by(BannerVersion.version.desc())
        .limit(1)
    ).one_or_none()


def keep_wordings(
    session: Session, workspace_id: UUID, content: Content, wordings: list[Wording]
) -> None:
    """Keep every wording under its digest; one that is there already is the same."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    rows = [
        {
            "workspace_id": workspace_id,
            "digest": wording.digest,
            "title": wording.shown["texts"]["title"],
            "description": wording.shown["texts"]["description"],
            "policy_url": content["policyUrl"],
            "shown": wording.shown,
        }
        for wording in wordings
    ]
    session.execute(dialect.insert(BannerWording).values(rows).on_conflict_do_nothing())
