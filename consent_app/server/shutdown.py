"""How every process of the service ends: SIGTERM, Ctrl-C, or the end of the one that started it.

The first of these asks: what is in hand is finished, within GRACE_SECONDS. A second signal, not
merely the same one reaching the process by two ways, ends at once.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

GRACE_SECONDS = 8.0
SAME_SIGNAL_SECONDS = 1.0
"""Ctrl-C reaches the whole group and make passes a SIGTERM on: copies come within this time."""

EXIT_AT_ONCE = 1


class Stopping:
    """``requested`` is set once the process is to end. Make it in the main thread."""

    def __init__(self, parent: int | None = None) -> None:
        """``parent`` is the reading end of a pipe whose other end the parent alone holds open."""
        self.requested = threading.Event()
        self._parent = parent
        self._callbacks: list[Callable[[], None]] = []
        self._on_hangup: Callable[[], None] | None = None
        self._signals, wake = os.pipe()
        os.set_blocking(wake, False)
        # Not in the handler: it runs in the main thread, which may hold the event's own lock.
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        threading.Thread(target=self._watch, name="stopping", daemon=True).start()

    def on_hangup(self, callback: Callable[[], None]) -> None:
        """Have ``callback`` called, in another thread, at each SIGHUP; without one it is nothing
        special and ends the process. Call it in the main thread.
        """
        self._on_hangup = callback
        signal.signal(signal.SIGHUP, lambda *_: None)

    def call(self, callback: Callable[[], None]) -> None:
        """Have ``callback`` called, in another thread, when the process is to end."""
        self._callbacks.append(callback)
        if self.requested.is_set():
            callback()

    def _watch(self) -> None:
        sources = [self._signals] + ([self._parent] if self._parent is not None else [])
        while True:
            ready, _, _ = select.select(sources, [], [])
            # What wakes this up is the signals' own numbers, a byte each.
            numbers = set(os.read(self._signals, 16)) if self._signals in ready else set()
            if signal.SIGHUP in numbers and self._on_hangup is not None:
                self._on_hangup()
            if self._parent in ready or numbers - {signal.SIGHUP}:
                break
        self.requested.set()
        for callback in tuple(self._callbacks):
            callback()
        asked = time.monotonic()
        while (left := asked + GRACE_SECONDS + 1 - time.monotonic()) > 0:
            ready, _, _ = select.select([self._signals], [], [], left)
            if ready:
                os.read(self._signals, 16)
                if time.monotonic() - asked > SAME_SIGNAL_SECONDS:
                    os._exit(EXIT_AT_ONCE)
        log.error("Could not end within %.0f seconds.", GRACE_SECONDS + 1)
        os._exit(EXIT_AT_ONCE)
