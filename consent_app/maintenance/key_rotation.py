"""Reencrypting values with the primary key that were encrypted with older keys of the ring."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Connection

from consent_app.application import Application
from consent_app.db.types import ENCRYPTED_FOR
from consent_app.maintenance import queries
from consent_app.security.encryption import DecryptionError
from consent_app.security.keyring import KeyRing
from consent_app.unsubscription.service import reencrypt_suppressions

BATCH = 500
FIRST = UUID(int=0)


@dataclass(slots=True)
class Reencrypted:
    """How many values were reencrypted with the primary key, and how many no key can decrypt, by
    table."""

    done: int = 0
    lost: Counter[str] = field(default_factory=Counter)


def reencrypt(app: Application) -> Reencrypted:
    """Reencrypt the values of all encrypted columns with the primary key, in short transactions.

    Servers may keep running if they have the primary key. A value that one of them replaces in the
    meantime is kept. Running it again continues where it stopped.
    """
    # Their hashes depend on the key as well.
    done, lost = reencrypt_suppressions(app)
    total = Reencrypted(done, Counter(mail_suppressions=lost) if lost else Counter())
    for column in encrypted_columns():
        after: UUID | None = FIRST
        while after is not None:
            after = _reencrypt_batch(app, column, after, total)
    return total


def encrypted_columns() -> list[Column[Any]]:
    """Return the columns whose models name the purpose that their values are encrypted for."""
    # Imports alembic, which the other commands for keys do not need.
    from consent_app.migrations.migrate import models_metadata

    tables = models_metadata().sorted_tables
    return [column for table in tables for column in table.columns if ENCRYPTED_FOR in column.info]


def find_missing_keys(connection: Connection, keys: KeyRing) -> dict[str, list[str]]:
    """Return the ids of keys that are not on the ring although values in some tables need them,
    with the names of these tables."""
    from consent_app.migrations.migrate import models_metadata

    # Not one of the encrypted columns, because its rows have a hash of the key as well.
    suppressed = models_metadata().tables["mail_suppressions"].c.address_sealed
    missing: dict[str, set[str]] = {}
    for column in (*encrypted_columns(), suppressed):
        value = queries.find_encrypted_otherwise(connection, column, keys.ids)
        if value is not None:
            missing.setdefault(value.partition(".")[0], set()).add(column.table.name)
    return {key_id: sorted(tables) for key_id, tables in sorted(missing.items())}


def _reencrypt_batch(
    app: Application, column: Column[Any], after: UUID, total: Reencrypted
) -> UUID | None:
    encrypter = app.encrypter(column.info[ENCRYPTED_FOR])
    with app.database.transaction() as session:
        rows = queries.get_encrypted(session, column, after, f"{app.keys.primary}.", BATCH)
        for row_id, encrypted in rows:
            try:
                reencrypted = encrypter.encrypt(encrypter.decrypt(encrypted))
            except DecryptionError:
                total.lost[column.table.name] += 1
                continue
            queries.replace_encrypted(session, column, row_id, (encrypted, reencrypted))
            total.done += 1
    return rows[-1][0] if rows else None
