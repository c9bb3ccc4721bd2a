"""Refused requests in the audit log: counted by the hour, so that nobody can flood it.

A use case that refuses a request announces that itself (``ctx.refusal``). This module counts the
requests that never reached a use case, or found nothing: an invalid credential, an insufficient
role, somebody else's resource, a rate limit. Each kind has one row for a caller and an hour, with a
count. No response waits for a write: a separate thread writes the counts every few seconds.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from consent_app.application import Application
from consent_app.db.ids import lowest_id
from consent_app.events import queries
from consent_app.events.models import ActorKind, AuditEvent

WRITE_SECONDS = 2.0
MAX_COUNTS = 10_000
"""The number of counts that are kept until they are written. Further refusals are counted without
their caller."""

_RANDOM_BITS = (1 << 12) - 1, (1 << 62) - 1

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RefusalKey:
    """The key of refusals that are counted together. Values that are not known are None."""

    event: str
    hour: datetime
    workspace_id: UUID | None = None
    actor_kind: ActorKind = "user"
    actor_id: UUID | None = None
    key_id: UUID | None = None

    @property
    def id(self) -> UUID:
        """The id of the row: the same in every process that counts these refusals."""
        names = (self.event, self.workspace_id, self.actor_kind, self.actor_id, self.key_id)
        digest = hashlib.blake2b(repr(names).encode(), digest_size=16).digest()
        bits = int.from_bytes(digest)
        middle, low = _RANDOM_BITS
        return UUID(
            int=lowest_id(self.hour).int | ((bits >> 64 & middle) << 64) | (bits & low),
        )

    def row(self) -> AuditEvent:
        """Return the row, with nothing counted yet."""
        return AuditEvent(
            id=self.id,
            workspace_id=self.workspace_id,
            actor_kind=self.actor_kind,
            actor_id=self.actor_id,
            event=self.event,
            outcome="refused",
            subject_id=self.key_id,
        )


class Refusals:
    """Counts refusals and writes them in batches. Thread-safe.

    ``write_seconds`` is the delay after which a count is written.
    """

    def __init__(self, app: Application) -> None:
        self.write_seconds = WRITE_SECONDS
        self._app = app
        self._lock = threading.Lock()
        self._counts: Counter[RefusalKey] = Counter()
        self._timer: threading.Timer | None = None

    def count(self, key: RefusalKey) -> None:
        """Count a refusal. Never waits, and never raises."""
        with self._lock:
            if key not in self._counts and len(self._counts) >= MAX_COUNTS:
                key = RefusalKey(key.event, key.hour)
            self._counts[key] += 1
            if self._timer is None:
                self._timer = threading.Timer(self.write_seconds, self.flush)
                self._timer.daemon = True
                self._timer.start()

    def flush(self) -> None:
        """Write the counts. Those that cannot be written are kept for the next time."""
        with self._lock:
            timer, self._timer = self._timer, None
            counts, self._counts = self._counts, Counter()
        if timer is not None:
            timer.cancel()
        for key, count in counts.items():
            try:
                self._write(key, count)
            except SQLAlchemyError as error:
                log.warning("refused requests could not be recorded yet: %s", type(error).__name__)
                with self._lock:
                    self._counts += Counter({key: count})

    def _write(self, key: RefusalKey, count: int) -> None:
        try:
            with self._app.database.autonomous_transaction() as session:
                queries.add_refusals(session, key.row(), count)
        except IntegrityError:
            # The account or the workspace was deleted in the meantime.
            anonymous = replace(key, workspace_id=None, actor_id=None, key_id=None)
            with self._app.database.autonomous_transaction() as session:
                queries.add_refusals(session, anonymous.row(), count)
