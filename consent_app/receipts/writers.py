"""Writing receipts: the common part of all writers, and the writer for SQLite."""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import orjson
from sqlalchemy import Uuid, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, IntegrityError

from consent_app.db.group_commit import BatchRejected
from consent_app.db.ids import lowest_id
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import IDEMPOTENCY_LIFETIME
from consent_app.receipts.recording_queries import get_live_domain_ids

COMMITTED_WITHIN = timedelta(minutes=1)
"""A receipt's id is created before the commit. If it is older than this, the receipt is usually
committed, or its request failed."""

LATEST_COMMIT = timedelta(minutes=10)
"""After this time it is certain: what must not miss a receipt reads those of the last ten minutes
again. A receipt waits for MAX_WAIT at most until it is written, and is written twice at most if a
connection breaks, with MAX_STATEMENT_SECONDS for each."""

MAX_WAIT = timedelta(minutes=5)
MAX_STATEMENT_SECONDS = 120

_claim = sqlite.insert(consent_idempotency).values(
    workspace_id=bindparam("claim_workspace_id", type_=Uuid),
    domain_id=bindparam("claim_domain_id", type_=Uuid),
    key=bindparam("claim_key", type_=Uuid),
    receipt_id=bindparam("claim_receipt_id", type_=Uuid),
)
_CLAIM = _claim.on_conflict_do_update(
    index_elements=["workspace_id", "domain_id", "key"],
    set_={"receipt_id": _claim.excluded.receipt_id},
    where=consent_idempotency.c.receipt_id < bindparam("oldest", type_=Uuid),
)


class Outcome(Enum):
    """What became of a receipt that was to be written."""

    RECORDED = auto()
    KEY_USED = auto()
    DOMAIN_DELETED = auto()
    TOO_LATE = auto()


class Returned(NamedTuple):
    """What a statement returned: the ids of the receipts whose keys it claimed, and those of
    deleted domains, as texts."""

    claimed: set[str]
    deleted: set[str]


class PendingReceipt(NamedTuple):
    """A receipt to be written: its columns, and the ``Idempotency-Key`` it came with.

    ``json`` is the same, encoded by the thread that asks. A row that cannot be encoded fails there,
    without affecting the other rows. ``since`` is when it began to wait, by the machine's clock.
    """

    values: dict[str, Any]
    key: UUID | None
    now: datetime
    json: bytes
    since: float

    @classmethod
    def of(cls, values: dict[str, Any], key: UUID | None, now: datetime) -> PendingReceipt:
        """Return the pending receipt for a row."""
        json = orjson.dumps({**values, "claim_key": key})
        return cls(values, key, now, json, time.time())

    @property
    def oldest(self) -> UUID:
        """The lowest id of a receipt whose key is still in use."""
        return lowest_id(self.now - IDEMPOTENCY_LIFETIME)


Write = Callable[[list[PendingReceipt]], list[Outcome]]


class Writer(Protocol):
    """The interface that ``GroupCommit`` calls."""

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """Commit the receipts and return the outcome of each.

        Raises BatchRejected for a row that the database refuses, and
        sqlalchemy.exc.OperationalError or InterfaceError if the database is unavailable.
        """
        ...


class SqliteWriter:
    """Writes with SQLAlchemy Core. With SQLite's one writer, only the commit is slow."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """See ``Writer``."""
        try:
            with self._engine.begin() as connection:
                live = get_live_domain_ids(
                    connection, {receipt.values["domain_id"] for receipt in receipts}
                )
                outcomes = [self._outcome(connection, receipt, live) for receipt in receipts]
                rows = [
                    receipt.values
                    for receipt, outcome in zip(receipts, outcomes, strict=True)
                    if outcome is Outcome.RECORDED
                ]
                if rows:
                    connection.execute(consent_receipts.insert(), rows)
        except (DataError, IntegrityError) as error:
            raise BatchRejected from error
        return outcomes

    def _outcome(self, connection: Connection, receipt: PendingReceipt, live: Set[UUID]) -> Outcome:
        if receipt.values["domain_id"] not in live:
            return Outcome.DOMAIN_DELETED
        if receipt.key is None or self._claimed(connection, receipt):
            return Outcome.RECORDED
        return Outcome.KEY_USED

    @staticmethod
    def _claimed(connection: Connection, receipt: PendingReceipt) -> bool:
        claim = {
            "claim_workspace_id": receipt.values["workspace_id"],
            "claim_domain_id": receipt.values["domain_id"],
            "claim_key": receipt.key,
            "claim_receipt_id": receipt.values["id"],
            "oldest": receipt.oldest,
        }
        return connection.execute(_CLAIM, claim).rowcount == 1


def in_time(write: Write) -> Write:
    """Return ``write`` for receipts that have not waited for longer than MAX_WAIT.

    The others are not written, so that nobody has to expect them: a database can be blocked, and a
    process stopped, for any time.
    """

    def write_in_time(receipts: list[PendingReceipt]) -> list[Outcome]:
        earliest = time.time() - MAX_WAIT.total_seconds()
        timely = [receipt for receipt in receipts if receipt.since >= earliest]
        if len(timely) == len(receipts):
            return write(receipts)
        outcomes = iter(write(timely) if timely else ())
        return [
            next(outcomes) if receipt.since >= earliest else Outcome.TOO_LATE
            for receipt in receipts
        ]

    return write_in_time


def write_each_key_once(
    write: Callable[[list[PendingReceipt]], Returned], receipts: list[PendingReceipt]
) -> list[Outcome]:
    """Call ``write`` so that no batch has a key twice, which one statement cannot claim."""
    first_uses: list[PendingReceipt] = []
    keys: set[tuple[Any, UUID]] = set()
    repeats = []
    for receipt in receipts:
        claim = (receipt.values["domain_id"], receipt.key) if receipt.key is not None else None
        if claim in keys:
            repeats.append(receipt)
        else:
            first_uses.append(receipt)
            if claim is not None:
                keys.add(claim)
    claimed, deleted = write(first_uses)
    if repeats:
        later = write(repeats)
        claimed, deleted = claimed | later.claimed, deleted | later.deleted
    if not deleted and not keys:
        return [Outcome.RECORDED] * len(receipts)
    return [_outcome(receipt, claimed, deleted) for receipt in receipts]


def _outcome(receipt: PendingReceipt, claimed: set[str], deleted: set[str]) -> Outcome:
    if deleted and str(receipt.values["domain_id"]) in deleted:
        return Outcome.DOMAIN_DELETED
    if receipt.key is None or str(receipt.values["id"]) in claimed:
        return Outcome.RECORDED
    return Outcome.KEY_USED
