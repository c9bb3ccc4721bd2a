"""Used ID tokens and nonces."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime


class UsedIdToken(Base):
    """An ID token or nonce that was used, stored as a digest for as long as it could be used
    again."""

    __tablename__ = "used_id_tokens"
    __table_args__ = (Index(None, "expires_at"),)

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
