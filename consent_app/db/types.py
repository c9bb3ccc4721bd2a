"""Column types with the same meaning on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC. SQLite stores it naive, PostgreSQL as ``timestamptz``.

    Binding a naive datetime raises ValueError: its zone would be a guess.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC. On SQLite drop the zone, which its text form has no place for."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a datetime without a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the value in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


ENCRYPTED_FOR = "encrypted_for"
"""The key in a column's ``info`` for the purpose that its values are encrypted for
(``Application.encrypter``). After a change of the secret keys, ``keys reencrypt`` reencrypts them.
"""

JsonDocument: Any = JSON().with_variant(JSONB(), "postgresql")
"""A JSON document: ``jsonb`` on PostgreSQL, text on SQLite."""
