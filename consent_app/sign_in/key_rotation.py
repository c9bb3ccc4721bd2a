"""Reencrypting values with the primary key that were encrypted with older keys of the ring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.security.encryption import DecryptionError
from consent_app.sessions.service import get_sealed_tokens, replace_sealed
from consent_app.sign_in.second_factor import ENCRYPTION_PURPOSE
from consent_app.sign_in.second_factor_queries import get_sealed_secrets, replace_sealed_secret

BATCH = 500
FIRST = UUID(int=0)


@dataclass(slots=True)
class Reencrypted:
    """How many values were reencrypted with the primary key, and how many no key can decrypt."""

    done: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A place with encrypted values: how to read a batch of them, and how to replace one."""

    get_batch: Callable[[Session, UUID, str, int], Sequence[Any]]
    replace: Callable[[Session, UUID, str, str], None]


COLUMNS = (
    SealedColumn(get_sealed_secrets, replace_sealed_secret),
    SealedColumn(get_sealed_tokens, replace_sealed),
)


def reencrypt(app: Application) -> Reencrypted:
    """Reencrypt the values of all ``COLUMNS`` with the primary key, in short transactions.

    Servers may keep running if they have the primary key. A value that one of them replaces in the
    meantime is kept. Running it again continues where it stopped.
    """
    total = Reencrypted()
    for column in COLUMNS:
        after: UUID | None = FIRST
        while after is not None:
            after = _reencrypt_batch(app, column, after, total)
    return total


def _reencrypt_batch(
    app: Application, column: SealedColumn, after: UUID, total: Reencrypted
) -> UUID | None:
    encrypter = app.encrypter(ENCRYPTION_PURPOSE)
    with app.database.transaction() as session:
        rows = column.get_batch(session, after, f"{app.keys.primary}.", BATCH)
        for row_id, sealed in rows:
            try:
                reencrypted = encrypter.encrypt(encrypter.decrypt(sealed))
            except DecryptionError:
                total.lost += 1
                continue
            column.replace(session, row_id, sealed, reencrypted)
            total.done += 1
    return rows[-1][0] if rows else None
