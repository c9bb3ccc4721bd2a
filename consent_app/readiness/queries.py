"""Queries over the keys that a database knows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete, false, select
from sqlalchemy.engine import Connection

from consent_app.db.upserts import upsert_of
from consent_app.readiness.models import KnownKey


def get_known_keys(connection: Connection) -> dict[str, bytes]:
    """Return the check values of the keys that the database knows, by key id."""
    statement = select(KnownKey.key_id, KnownKey.check_value)
    return {key_id: bytes(value) for key_id, value in connection.execute(statement)}


def add_known_keys(connection: Connection, values: Mapping[str, bytes], now: datetime) -> None:
    """Have the database know more keys, by their check values."""
    if not values:
        return
    rows = [
        {"key_id": key_id, "check_value": value, "first_seen_at": now}
        for key_id, value in values.items()
    ]
    connection.execute(
        upsert_of(connection.dialect.name, KnownKey).values(rows).on_conflict_do_nothing()
    )


def forget_keys(connection: Connection) -> None:
    """Have the database know no key."""
    connection.execute(delete(KnownKey))


def try_writing(connection: Connection) -> None:
    """Write nothing. Raises sqlalchemy.exc.DBAPIError if the database accepts no writes."""
    connection.execute(delete(KnownKey).where(false()))
