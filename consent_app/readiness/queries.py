"""Queries over the keys that a database was used with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, false, select, update
from sqlalchemy.engine import Connection

from consent_app.db.upserts import upsert_of
from consent_app.readiness.models import KnownKey


class StoredKey(NamedTuple):
    """The stored values of a key, without its id."""

    check_value: bytes
    primary_since: datetime | None


def get_known_keys(connection: Connection) -> dict[str, StoredKey]:
    """Return the keys that the database was used with, by key id."""
    statement = select(KnownKey.key_id, KnownKey.check_value, KnownKey.primary_since)
    return {
        key_id: StoredKey(bytes(value), since)
        for key_id, value, since in connection.execute(statement)
    }


def add_known_keys(connection: Connection, values: Mapping[str, bytes], now: datetime) -> None:
    """Store keys by their check values, unless they are stored already."""
    if not values:
        return
    rows = [
        {"key_id": key_id, "check_value": value, "first_seen_at": now}
        for key_id, value in values.items()
    ]
    connection.execute(
        upsert_of(connection.dialect.name, KnownKey).values(rows).on_conflict_do_nothing()
    )


def set_primary_since(connection: Connection, key_id: str, now: datetime) -> None:
    """Store since when a key is the primary one."""
    connection.execute(update(KnownKey).where(KnownKey.key_id == key_id).values(primary_since=now))


def delete_known_keys(connection: Connection) -> None:
    """Delete all stored keys."""
    connection.execute(delete(KnownKey))


def try_writing(connection: Connection) -> None:
    """Write nothing. Raises sqlalchemy.exc.DBAPIError if the database accepts no writes."""
    connection.execute(delete(KnownKey).where(false()))
