"""Published banners: every version and every wording is kept for ever."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Integer, String, Text, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import JsonDocument, UtcDateTime


class BannerVersion(Base):
    """One publication of a domain's banner.

    ``content`` is a ``consent_app.banners.content.Banner`` as JSON; ``digests`` maps each locale
    to the digest of its wording. No foreign key names the domain: the version outlives it.
    """

    __tablename__ = "banner_versions"
    __table_args__ = (Index(None, "workspace_id"),)

    domain_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    published_at: Mapped[datetime] = mapped_column(UtcDateTime)
    published_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
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
    shown: Mapped[dict[str, Any]] = mapped_column(JsonDocument)
