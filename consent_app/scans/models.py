"""The table of scans."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime


class Scan(Base):
    """One scan of a domain's site. Its id says when it was requested.

    ``status`` is ``queued``, ``running``, ``completed``, ``blocked`` (by the site) or ``failed``. A
    domain has at most one scan that has not ended. ``summary`` is the feed's text about it.
    """

    __tablename__ = "scans"
    __table_args__ = (
        Index(None, "domain_id", "id"),
        Index(
            "uq_scans_active",
            "domain_id",
            unique=True,
            sqlite_where=text("status IN ('queued', 'running')"),
            postgresql_where=text("status IN ('queued', 'running')"),
        ),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    domain_id: Mapped[UUID] = mapped_column(ForeignKey("domains.id", ondelete="CASCADE"))
    status: Mapped[str] = mapped_column(String(9))
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    summary: Mapped[str | None] = mapped_column(String(400))
