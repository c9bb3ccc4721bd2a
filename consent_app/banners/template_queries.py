"""Queries over a workspace's banner templates."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from consent_app.banners.models import BannerTemplate


def templates(session: Session, workspace_id: UUID) -> list[BannerTemplate]:
    """Return every template, by name, without its content (that is loaded if asked for)."""
    return list(
        session.scalars(
            select(BannerTemplate)
            .where(BannerTemplate.workspace_id == workspace_id)
            .order_by(BannerTemplate.name, BannerTemplate.id)
            .options(defer(BannerTemplate.content))
        )
    )


def template(session: Session, workspace_id: UUID, template_id: UUID) -> BannerTemplate | None:
    """Return one template, or None."""
    return session.scalars(
        select(BannerTemplate).where(
            BannerTemplate.workspace_id == workspace_id, BannerTemplate.id == template_id
        )
    ).one_or_none()


def count(session: Session, workspace_id: UUID) -> int:
    """Return how many templates the workspace has."""
    found = session.scalar(select(func.count()).where(BannerTemplate.workspace_id == workspace_id))
    return found or 0


def is_taken(session: Session, workspace_id: UUID, name: str, but: UUID | None) -> bool:
    """Whether another template than ``but`` has this name."""
    statement = select(BannerTemplate.id).where(
        BannerTemplate.workspace_id == workspace_id, BannerTemplate.name == name
    )
    if but is not None:
        statement = statement.where(BannerTemplate.id != but)
    return session.scalar(statement) is not None
