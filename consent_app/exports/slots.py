"""Which exports and large pages a process sends at the same time."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from uuid import UUID

from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.engine import EXPORT_POOL_SIZE
from consent_app.errors import Unavailable

MAX_CONCURRENT = EXPORT_POOL_SIZE
"""The maximum in one process: as many as ``Database.export_engine`` connects."""
MAX_PER_WORKSPACE = 2
"""The maximum for one workspace, so that none keeps the others out."""


class ExportSlots:
    """Counts what one process is sending, in total and by workspace.

    At most ``max_waiting`` callers wait, because each occupies a thread.
    """

    def __init__(self, total: int = MAX_CONCURRENT, max_waiting: int = MAX_CONCURRENT) -> None:
        self.total = total
        self.max_waiting = max_waiting
        self._running: Counter[UUID] = Counter()
        self._waiting = 0
        self._left = threading.Condition()

    @classmethod
    def among(cls, threads: int) -> ExportSlots:
        """Return the slots of a process with that many threads.

        Half of them are left for other requests, and a quarter even if callers wait.
        """
        total = min(MAX_CONCURRENT, max(1, threads // 2))
        return cls(total, min(MAX_CONCURRENT, threads - max(1, threads // 4) - total))

    def enter(self, workspace_id: UUID, *, wait_seconds: float = 0) -> None:
        """Take a slot, once one is free. Raises Unavailable, with ``Retry-After``, if none is."""
        with self._left:
            if self._refusal(workspace_id) and self._waiting < self.max_waiting:
                self._waiting += 1
                try:
                    self._left.wait_for(lambda: not self._refusal(workspace_id), wait_seconds)
                finally:
                    self._waiting -= 1
            if refusal := self._refusal(workspace_id):
                raise Unavailable(refusal)
            self._running[workspace_id] += 1

    def leave(self, workspace_id: UUID) -> None:
        """Release a slot."""
        with self._left:
            self._running[workspace_id] -= 1
            self._running += Counter()
            self._left.notify_all()

    def _refusal(self, workspace_id: UUID) -> str:
        if self._running[workspace_id] >= MAX_PER_WORKSPACE:
            return (
                f"{MAX_PER_WORKSPACE} exports or large pages of this workspace are being sent,"
                " which is the maximum. Try again when one of them has finished."
            )
        if self._running.total() >= self.total:
            return "The maximum number of exports is being sent. Try again shortly."
        return ""


@dataclass(slots=True)
class Slot:
    """A slot that is taken, and counted among the running exports, until ``close``."""

    _app: Application
    _workspace_id: UUID
    _open: bool = field(default=True, init=False)

    @classmethod
    def take(cls, ctx: Context, *, wait_seconds: float = 0) -> Slot:
        """Take a slot of the caller's workspace, and close the request's session.

        Raises Unavailable if none is free, also after ``wait_seconds``.
        """
        # Other requests need the connection while this one waits. Reading takes another.
        ctx.session.close()
        ctx.app.get(ExportSlots).enter(ctx.workspace_id, wait_seconds=wait_seconds)
        ctx.app.metrics.exports(1)
        return cls(ctx.app, ctx.workspace_id)

    def close(self) -> None:
        """Release the slot. May be called more than once."""
        if self._open:
            self._open = False
            self._app.get(ExportSlots).leave(self._workspace_id)
            self._app.metrics.exports(-1)
