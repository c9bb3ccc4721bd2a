"""What counts while Redis is away: the memory of each process."""

from __future__ import annotations

import logging
import threading
import time
from typing import Protocol

from limits import RateLimitItem
from limits.util import WindowStats

from consent_app.rate_limits.memory import MemoryLimiter

RETRY_SECONDS = 10

log = logging.getLogger(__name__)


class Limiter(Protocol):
    """Counts hits in moving windows."""

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        """Count a hit, if the limit allows it."""
        ...

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window's first hit expires (epoch seconds), and how many hits are
        left."""
        ...


class Windows:
    """Redis, with this process's memory as fallback: rate limits must never stop the service.

    The beginning and the end of an outage are logged, however long it lasts.
    """

    def __init__(self, remote: Limiter | None) -> None:
        self._remote = remote
        self._local = MemoryLimiter()
        self._lock = threading.Lock()
        self._away_since: float | None = None
        self._away_until = 0.0

    def hit(self, item: RateLimitItem, key: str) -> tuple[bool, float, int]:
        """Count a hit. Return whether it is allowed, when the window ends (epoch seconds), and how
        many hits are left; the last two are 0 for a hit that is allowed."""
        if self._remote is None or time.monotonic() < self._away_until:
            return _hit(self._local, item, key)
        try:
            result = _hit(self._remote, item, key)
        except Exception as error:
            # Any: the errors of the client of a cluster have no class in common.
            self._begin_outage(type(error).__name__)
            return _hit(self._local, item, key)
        if self._away_since is not None:
            self._end_outage()
        return result

    def _begin_outage(self, cause: str) -> None:
        now = time.monotonic()
        with self._lock:
            self._away_until = now + RETRY_SECONDS
            is_first = self._away_since is None
            if is_first:
                self._away_since = now
        if is_first:
            log.warning(
                "Redis cannot be used (%s). This process counts rate limits by itself.", cause
            )

    def _end_outage(self) -> None:
        with self._lock:
            since, self._away_since = self._away_since, None
        if since is not None:
            seconds = time.monotonic() - since
            log.warning("Redis answers again after %.1f s and counts rate limits.", seconds)


def make_windows(address: str) -> Windows:
    """Return the windows that a process counts in; ``address`` is the setting
    ``rate_limit_storage``. Raises SettingsError."""
    if address.startswith("memory:"):
        return Windows(None)
    # Imported here: the client of Redis is not part of every installation.
    from consent_app.rate_limits.storage import RedisLimiter

    return Windows(RedisLimiter(address))


def _hit(limiter: Limiter, item: RateLimitItem, key: str) -> tuple[bool, float, int]:
    if limiter.hit(item, key):
        return True, 0.0, 0
    stats = limiter.get_window_stats(item, key)
    return False, stats.reset_time, stats.remaining
