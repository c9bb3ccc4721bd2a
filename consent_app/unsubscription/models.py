"""The suppression list: the addresses that get no notification emails."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import LargeBinary, String, Text, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime


class Suppression(Base):
    """An address that gets no notification emails: as a keyed hash, and encrypted.

    ``key_id`` names the key of the hash. ``source`` is ``one_click`` or ``confirm``; ``mail_id`` is
    the email whose link was used.
    """

    __tablename__ = "mail_suppressions"
    __table_args__ = (UniqueConstraint("address_hash"),)

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    key_id: Mapped[str] = mapped_column(String(16))
    address_hash: Mapped[bytes] = mapped_column(LargeBinary)
    address_sealed: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(String(10))
    mail_id: Mapped[UUID] = mapped_column(Uuid)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
