"""Counting how often a banner was shown: counters by the hour, never a row for a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.dialects import postgresql, sqlite

from consent_app.application import Application
from consent_app.db.group_commit import GroupCommit, QueueFull
from consent_app.db.session import Database
from consent_app.domains.service import origin_belongs
from consent_app.errors import NotFound, OriginNotAllowed, Unavailable
from consent_app.receipts.models import consent_impressions
from consent_app.receipts.targets import Targets
from consent_app.user_agent import read_user_agent


class Shown(NamedTuple):
    """What a counter is for."""

    workspace_id: UUID
    domain_id: UUID
    hour: datetime
    banner_version: int
    device: str


class Impressions:
    """Counts the impressions of one process; what comes at once is one statement."""

    def __init__(self, app: Application, targets: Targets) -> None:
        self._app = app
        self._targets = targets
        self._counts = GroupCommit(_Counts(app.database).write)

    def count(self, domain_id: UUID, user_agent: str | None, *, origin: str | None) -> None:
        """Count that the domain's published banner was shown, durably.

        Raises NotFound (nothing published, too), OriginNotAllowed; Unavailable where too many wait.
        """
        target = self._targets.find(domain_id, None, None)
        if target is None or target.version is None:
            raise NotFound
        if not origin_belongs(origin, target.hostname):
            raise OriginNotAllowed
        if not target.count_impressions:
            return
        shown = Shown(
            target.workspace_id,
            domain_id,
            self._app.now().replace(minute=0, second=0, microsecond=0),
            target.version,
            read_user_agent(user_agent or "").device,
        )
        try:
            self._counts.write(shown)
        except QueueFull:
            raise Unavailable from None


class _Counts:
    def __init__(self, database: Database) -> None:
        self._database = database
        dialect = sqlite if database.dialect == "sqlite" else postgresql
        added: Any = dialect.insert(consent_impressions)
        table = consent_impressions
        self._statement: Any = added.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={"count": table.c.count + added.excluded.count},
        )

    def write(self, shown: list[Shown]) -> Sequence[None]:
        # In one order everywhere: two servers that raise the same counters never wait for each
        # other.
        rows = [each._asdict() | {"count": count} for each, count in sorted(Counter(shown).items())]
        with self._database.autocommit() as connection:
            connection.execute(self._statement.values(rows))
        return [None] * len(shown)
