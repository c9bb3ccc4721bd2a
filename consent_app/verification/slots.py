"""How many checks run concurrently, so that no workspace can block the others."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from consent_app.errors import Unavailable

BUSY = "Too many domains are being checked right now. Try again in a few seconds."


class CheckSlots:
    """The ``total`` slots of one process. Any number of threads may call it.

    A workspace has at most half of them, and the last free one is for a workspace that has none: a
    workspace with slow sites occupies its slots for seconds.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._share = max(1, total // 2)
        self._occupied: Counter[UUID] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def occupy(self, workspace_id: UUID) -> Iterator[None]:
        """Take a slot for a check of a workspace's domain. Raises Unavailable."""
        with self._lock:
            own_slots, free = (
                self._occupied.get(workspace_id, 0),
                self._total - self._occupied.total(),
            )
            if own_slots >= self._share or free < (1 if own_slots == 0 else 2):
                raise Unavailable(BUSY)
            self._occupied[workspace_id] += 1
        try:
            yield
        finally:
            with self._lock:
                self._occupied[workspace_id] -= 1
                # Without workspaces that no longer have any.
                self._occupied += Counter()
