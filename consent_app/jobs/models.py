"""The table of jobs: a row is work that is committed but not done yet."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import Index, Integer, String, Text, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.ids import new_id
from consent_app.db.types import JsonDocument, UtcDateTime


class Job(Base):
    """One job. It is deleted once done, so the table only has waiting, running and dead jobs.

    ``run_at`` is the instant from which a worker may take it. Taking a job moves ``run_at`` to the
    end of the worker's lease, so that the job is due again if the worker is killed. ``lease_id``
    identifies the lease, so that a worker whose lease has expired can no longer finish the job.
    """

    __tablename__ = "jobs"
    __table_args__ = (
        Index(
            "ix_jobs_run_at",
            "run_at",
            sqlite_where=text("died_at IS NULL"),
            postgresql_where=text("died_at IS NULL"),
        ),
    )

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=new_id)
    kind: Mapped[str] = mapped_column(String(100))
    payload: Mapped[dict[str, Any]] = mapped_column(JsonDocument)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    run_at: Mapped[datetime] = mapped_column(UtcDateTime)
    attempts: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    lease_id: Mapped[uuid.UUID | None] = mapped_column(Uuid)
    last_error: Mapped[str | None] = mapped_column(Text)
    died_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    periodic: Mapped[str | None] = mapped_column(String(100), unique=True)
    """The kind again, for the one row of a periodic job; null for all others."""
