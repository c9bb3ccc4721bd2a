"""Group commit on one database or on a cluster.

On a cluster each shard has its own group, so that a commit is one transaction on one machine.
If a machine is unavailable, the workspaces on the others are not affected.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from cachetools import TTLCache

from consent_app.db.distribution import get_shard_id
from consent_app.db.group_commit import GroupCommit
from consent_app.db.session import Database

R = TypeVar("R")
A = TypeVar("A")
_R = TypeVar("_R", contravariant=True)
_A = TypeVar("_A", covariant=True)

SHARD_SECONDS = 600
"""How long a workspace's shard is cached. If a shard is split in that time, a transaction uses two
machines."""

SHARD_CACHE_SIZE = 100_000


class Committer(Protocol[_R, _A]):
    """Commits rows that many threads write at the same time."""

    def write(self, row: _R) -> _A:
        """Return the result for ``row`` once it is committed. Raises QueueFull, and the database's
        errors."""
        ...


class ShardCommit(Generic[R, A]):
    """Calls ``write`` on one database, with one group, and ``write_shard`` on a cluster, with a
    group for each shard.

    Both are called like the ``write`` of ``GroupCommit``. Several threads call ``write_shard`` at
    the same time, each with the rows of another shard.
    """

    def __init__(
        self,
        database: Database,
        write: Callable[[list[R]], Sequence[A]],
        write_shard: Callable[[list[R]], Sequence[A]],
        *,
        workspace_of: Callable[[R], UUID],
    ) -> None:
        self._database = database
        self._only_group = GroupCommit(write)
        self._write_shard = write_shard
        self._workspace_of = workspace_of
        self._lock = threading.Lock()
        self._groups: dict[int, GroupCommit[R, A]] = {}
        self._shards: TTLCache[UUID, int] = TTLCache(SHARD_CACHE_SIZE, SHARD_SECONDS)

    def write(self, row: R) -> A:
        """See ``Committer``."""
        if self._database.distributed:
            return self._group(self._workspace_of(row)).write(row)
        return self._only_group.write(row)

    def _group(self, workspace_id: UUID) -> GroupCommit[R, A]:
        with self._lock:
            shard = self._shards.get(workspace_id)
        if shard is None:
            with self._database.autocommit() as connection:
                shard = get_shard_id(connection, workspace_id)
        with self._lock:
            self._shards[workspace_id] = shard
            return self._groups.setdefault(shard, GroupCommit(self._write_shard))
