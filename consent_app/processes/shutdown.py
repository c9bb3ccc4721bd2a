"""How every process of the service ends: on SIGTERM, on Ctrl-C, or when its supervisor asks it.

The first signal requests the end. If a delay is set, the end is only announced at first: load
balancers see that the process is leaving and send it no more clients, while everything is answered
as before. Then the process finishes its work within GRACE_SECONDS. A second signal ends it
immediately, unless it is just a copy of the first.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import threading
import time
from collections.abc import Callable

from consent_app.processes.service_manager import report_ready, report_stop

log = logging.getLogger(__name__)

GRACE_SECONDS = 7.5
SAME_SIGNAL_SECONDS = 1.0
"""Ctrl-C reaches the whole process group, and make forwards a SIGTERM: copies arrive within this
time."""

EXIT_AT_ONCE = 1
ANNOUNCE = b"a"
"""The supervisor writes this to announce the end. Closing the pipe requests it."""

Callback = Callable[[], None]


class Stopping:
    """``requested`` is set once the process is to end. Create it in the main thread.

    ``delay`` is how many seconds earlier the end is announced, ``limit`` how many seconds the
    process may take to end.
    """

    def __init__(self, orders: int | None = None) -> None:
        """``orders`` is the reading end of a supervisor's pipe. The process then obeys it and
        ignores signals, which may have reached the whole group."""
        self.requested = threading.Event()
        self.delay = 0.0
        self.limit = GRACE_SECONDS + 1
        self._orders = orders
        self._announced = threading.Event()
        self._on_announced: list[Callback] = []
        self._on_requested: list[Callback] = []
        self._on_second: Callback = lambda: None
        self._on_hangup: Callback | None = None
        self._signals, wake = os.pipe()
        if orders is None:
            os.set_blocking(wake, False)
            # Not in the handler: it runs in the main thread, which may hold the event's lock.
            signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: None)
        watch = self._watch_signals if orders is None else self._watch_orders
        threading.Thread(target=watch, name="stopping", daemon=True).start()

    def on_hangup(self, callback: Callback) -> None:
        """Call ``callback`` in another thread at each SIGHUP. Without a callback SIGHUP ends the
        process. Call it in the main thread."""
        self._on_hangup = callback
        signal.signal(signal.SIGHUP, lambda *_: None)

    def on_second(self, callback: Callback) -> None:
        """Call ``callback`` in another thread before a second signal ends the process."""
        self._on_second = callback

    def on_announced(self, callback: Callback) -> None:
        """Call ``callback`` in another thread when the end is announced."""
        self._on_announced.append(callback)
        if self._announced.is_set():
            callback()

    def on_requested(self, callback: Callback) -> None:
        """Call ``callback`` in another thread when the process is to end."""
        self._on_requested.append(callback)
        if self.requested.is_set():
            callback()

    def report_ready(self, status: str = "") -> None:
        """Report to the service manager that this process is ready, unless its end was announced:
        a report of a stop is the last one."""
        if not self._announced.is_set():
            report_ready(status)

    def _announce(self) -> None:
        self._announced.set()
        for callback in tuple(self._on_announced):
            callback()

    def _request(self) -> None:
        self.requested.set()
        for callback in tuple(self._on_requested):
            callback()

    def _watch_orders(self) -> None:
        assert self._orders is not None
        while os.read(self._orders, 1) == ANNOUNCE:
            self._announce()
        self._request()
        time.sleep(self.limit)
        self._give_up()

    def _watch_signals(self) -> None:
        while not self._read_signals() - {signal.SIGHUP}:
            pass
        requested_at = time.monotonic()
        report_stop()
        self._announce()
        self._look_for_second(requested_at, requested_at + self.delay)
        self._request()
        self._look_for_second(requested_at, time.monotonic() + self.limit)
        self._give_up()

    def _read_signals(self) -> set[int]:
        # Signals wake this up by writing their numbers, one byte each.
        numbers = set(os.read(self._signals, 16))
        if signal.SIGHUP in numbers and self._on_hangup is not None:
            self._on_hangup()
        return numbers

    def _look_for_second(self, requested_at: float, until: float) -> None:
        while (seconds_left := until - time.monotonic()) > 0:
            ready, _, _ = select.select([self._signals], [], [], seconds_left)
            is_second = bool(ready) and bool(set(os.read(self._signals, 16)) - {signal.SIGHUP})
            if is_second and time.monotonic() - requested_at > SAME_SIGNAL_SECONDS:
                self._on_second()
                os._exit(EXIT_AT_ONCE)

    def _give_up(self) -> None:
        log.error("Could not end within %.0f seconds.", self.limit)
        self._on_second()
        os._exit(EXIT_AT_ONCE)
