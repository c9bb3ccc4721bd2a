"""The secret keys that a database was used with, by their check values."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime


class KnownKey(Base):
    """A key that a process started with. ``check_value`` is derived from it and reveals nothing of
    it: a key of the same id with another one is another key. ``primary_since`` is when a process
    first used it as the primary key, or when everything was last reencrypted with it: processes
    need the newest of these keys. It is null for a key that was only added.
    """

    __tablename__ = "known_keys"

    key_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    check_value: Mapped[bytes] = mapped_column(LargeBinary(32))
    first_seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    primary_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
