"""Banners: drafts, templates, and published versions, whose wordings stay permanently."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Boolean,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    Uuid,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import JsonDocument, UtcDateTime

TEMPLATE_NAME_CHARACTERS = 100


class BannerDraft(Base):
    """The content of a domain's next version: ``consent_app.banners.content.Content`` as JSON.

    ``revision`` is a new id after every change, so that an editor notices another's change.
    """

    __tablename__ = "banner_drafts"
    __table_args__ = (Index(None, "workspace_id"), Index(None, "updated_by"))

    domain_id: Mapped[UUID] = mapped_column(
        ForeignKey("domains.id", ondelete="CASCADE"), primary_key=True
    )
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    revision: Mapped[UUID] = mapped_column(Uuid)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    content: Mapped[dict[str, Any]] = mapped_column(JsonDocument)


class BannerTemplate(Base):
    """A banner under a name, to be applied to many domains. ``revision`` as of a draft."""

    __tablename__ = "banner_templates"
    __table_args__ = (UniqueConstraint("workspace_id", "name"), Index(None, "updated_by"))

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(TEMPLATE_NAME_CHARACTERS))
    revision: Mapped[UUID] = mapped_column(Uuid)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    content: Mapped[dict[str, Any]] = mapped_column(JsonDocument)


class BannerVersion(Base):
    """One publication of a domain's banner.

    ``content`` is a ``consent_app.banners.content.Head`` as JSON (with the languages too in
    versions of the first release); ``digests`` maps each locale to the digest of its wording.
    ``material`` is the publisher's word that visitors are to be asked again. No foreign key names
    the domain: the version outlives it.
    """

    __tablename__ = "banner_versions"
    __table_args__ = (Index(None, "workspace_id"), Index(None, "published_by"))

    domain_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    published_at: Mapped[datetime] = mapped_column(UtcDateTime)
    published_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    material: Mapped[bool] = mapped_column(Boolean, server_default=false())
    content: Mapped[dict[str, Any]] = mapped_column(JsonDocument)
    digests: Mapped[dict[str, Any]] = mapped_column(JsonDocument)


class BannerWording(Base):
    """Everything that a visitor is shown in one locale, under the SHA-256 of its canonical JSON."""

    __tablename__ = "banner_wordings"

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspaces.id", ondelete="CASCADE"), primary_key=True
    )
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text)
    policy_url: Mapped[str | None] = mapped_column(Text)
    document: Mapped[dict[str, Any]] = mapped_column("shown", JsonDocument)
