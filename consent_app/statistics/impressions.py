"""Impressions: how often a banner was shown, in hourly counters instead of a row for each view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from consent_app.application import Application
from consent_app.db.group_commit import QueueFull
from consent_app.db.session import Database
from consent_app.db.shard_commit import ShardCommit
from consent_app.errors import NotFound, OriginNotAllowed, Unavailable
from consent_app.net.hostname import origin_belongs
from consent_app.recording.service import RecordingContexts
from consent_app.statistics.models import consent_impressions
from consent_app.statistics.queries import added_counts_statement
from consent_app.statistics.roll_ups import hour_of
from consent_app.user_agent import read_user_agent


class Impression(NamedTuple):
    """The key of a counter."""

    workspace_id: UUID
    domain_id: UUID
    hour: datetime
    banner_version: int
    device: str


class Impressions:
    """Counts the impressions of one process. Concurrent ones become one statement."""

    def __init__(self, app: Application, contexts: RecordingContexts) -> None:
        self._app = app
        self._contexts = contexts
        counts = _Counts(app.database).write
        self._counts = ShardCommit(
            app.database, counts, counts, workspace_of=lambda impression: impression.workspace_id
        )

    def count(self, domain_id: UUID, user_agent: str | None, *, origin: str | None) -> None:
        """Count that the domain's published banner was shown, durably.

        Raises NotFound (also if nothing is published), OriginNotAllowed; Unavailable if the queue
        is full.
        """
        context = self._contexts.find(domain_id, None, None)
        if context is None or context.version is None:
            raise NotFound
        if not origin_belongs(origin, context.hostname):
            raise OriginNotAllowed
        if not context.count_impressions:
            return
        impression = Impression(
            context.workspace_id,
            domain_id,
            hour_of(self._app.now()),
            context.version,
            read_user_agent(user_agent or "").device,
        )
        try:
            self._counts.write(impression)
        except QueueFull:
            raise Unavailable from None


class _Counts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._statement = added_counts_statement(database.dialect, consent_impressions)

    def write(self, impressions: list[Impression]) -> Sequence[None]:
        # In a fixed order, so that two servers that increment the same counters never wait for each
        # other.
        rows = [
            impression._asdict() | {"count": count}
            for impression, count in sorted(Counter(impressions).items())
        ]
        with self._database.autocommit() as connection:
            connection.execute(self._statement.values(rows))
        return [None] * len(impressions)
