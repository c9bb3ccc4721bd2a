"""Sealing and hashing the suppression list's addresses anew, with the newest key."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from consent_app.db.constraints import violates
from consent_app.notifications.models import Suppression
from consent_app.notifications.unsubscribing import ADDRESS_SEAL, hash_of
from consent_app.runtime import Runtime
from consent_app.security.sealed import SealBrokenError

BATCH = 500


def reseal_suppressions(runtime: Runtime) -> tuple[int, int]:
    """Bring every row to the newest key; return how many were, and how many no key opens.

    In short transactions, while servers go on. Done again, it does what was left.
    """
    done = lost = 0
    newest, sealer = runtime.keys.newest, runtime.sealer(ADDRESS_SEAL)
    with runtime.database.session(read_only=True) as session:
        ids = list(session.scalars(select(Suppression.id).where(Suppression.key_id != newest)))
    for start in range(0, len(ids), BATCH):
        with runtime.database.transaction() as session:
            rows = session.execute(
                select(Suppression.id, Suppression.address_sealed).where(
                    Suppression.id.in_(ids[start : start + BATCH])
                )
            ).all()
            for row_id, text in rows:
                try:
                    email = sealer.open(text).decode()
                except SealBrokenError:
                    lost += 1
                    continue
                values = {
                    "key_id": newest,
                    "address_hash": hash_of(runtime, newest, email),
                    "address_sealed": sealer.seal(email.encode()),
                }
                mine = Suppression.id == row_id
                try:
                    with session.begin_nested():
                        session.execute(update(Suppression).where(mine).values(**values))
                except IntegrityError as error:
                    if not violates(
                        error,
                        "uq_mail_suppressions_address_hash",
                        "mail_suppressions.address_hash",
                    ):
                        raise
                    # A server with the newest key put the same address on the list meanwhile.
                    session.execute(delete(Suppression).where(mine))
                done += 1
    return done, lost
