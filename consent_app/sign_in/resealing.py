"""Sealing anew, with the newest key, what older keys of the ring have sealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import InstrumentedAttribute

from consent_app.application import Application
from consent_app.security.encryption import DecryptionError
from consent_app.sign_in.models import OneTimeToken, SecondFactor
from consent_app.sign_in.second_factor import SEALED_FOR

BATCH = 500
FIRST = UUID(int=0)


@dataclass(slots=True)
class Resealed:
    """How many values were sealed anew, and how many no key of the ring opens."""

    done: int = 0
    lost: int = 0


def reseal(app: Application) -> Resealed:
    """Seal every authenticator's secret with the newest key, in batches of short transactions.

    Servers may go on meanwhile, if they have the newest key. A value that one of them replaced in
    between stays as it is. Done again, it does what was left.
    """
    total = Resealed()
    for key, sealed in (
        (SecondFactor.user_id, SecondFactor.secret_sealed),
        (OneTimeToken.id, OneTimeToken.sealed),
    ):
        after: UUID | None = FIRST
        while after is not None:
            after = _batch(app, key, sealed, after, total)
    return total


def _batch(
    app: Application,
    key: InstrumentedAttribute[UUID],
    sealed: InstrumentedAttribute[Any],
    after: UUID,
    total: Resealed,
) -> UUID | None:
    newest = f"{app.keys.newest}."
    with app.database.transaction() as session:
        rows: Sequence[Any] = session.execute(
            select(key, sealed)
            .where(key > after, sealed.is_not(None), ~sealed.startswith(newest, autoescape=True))
            .order_by(key)
            .limit(BATCH)
        ).all()
        sealer = app.sealer(SEALED_FOR)
        for row_id, text in rows:
            try:
                anew = sealer.seal(sealer.open(text))
            except DecryptionError:
                total.lost += 1
                continue
            session.execute(
                update(key.class_)
                .where(key == row_id, sealed == text)
                .values({sealed: anew})
                .execution_options(synchronize_session=False)
            )
            total.done += 1
    return rows[-1][0] if rows else None
