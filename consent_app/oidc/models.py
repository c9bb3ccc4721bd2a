"""ID tokens and nonces that were used."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime


class UsedIdToken(Base):
    """An ID token, or a nonce of ours, that was used: by its digest, while it could be taken."""

    __tablename__ = "used_id_tokens"
    __table_args__ = (Index(None, "expires_at"),)

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
