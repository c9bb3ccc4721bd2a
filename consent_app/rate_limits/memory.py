"""Moving windows in the memory of one process."""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from limits import RateLimitItem
from limits.util import WindowStats

_SWEEP_EVERY = 1024
MAX_WINDOWS = 50_000
MAX_HITS = 1_000_000
"""The maximum number of windows and of hits in one process, some 100 MB. Beyond it the least
recently used windows of the policy with the most are dropped: who fills one policy's windows, such
as with the ids of domains that do not exist, ends no window of another."""

_Policy = tuple[str, int]
"""The name of a policy and the seconds of its windows."""


@dataclass(slots=True)
class _Window:
    # A list: an empty deque takes seven hundred bytes, and most windows have a hit or two.
    hits: list[float] = field(default_factory=list)
    used_at: float = 0.0


class MemoryLimiter:
    """The moving windows of one process.

    The library's own memory storage scans all keys in a thread after every hit, which is slow with
    thousands of addresses. This one looks only at expired windows.
    """

    def __init__(self) -> None:
        # The most recently used come last in each policy, so expired ones come first.
        self._windows: dict[_Policy, OrderedDict[str, _Window]] = {}
        self._hits_of: Counter[_Policy] = Counter()
        self._lock = threading.Lock()
        self._hits = 0
        self._hit_count = 0
        self._window_count = 0

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        """Count a hit, if the limit allows it."""
        # Not the time of day: a clock that is put back would refuse people until it catches up.
        now = time.monotonic()
        with self._lock:
            self._hits += 1
            if self._hits % _SWEEP_EVERY == 0:
                self._sweep(now)
            hits = self._current_hits(item, identifiers, now)
            if len(hits) >= item.amount:
                return False
            hits.append(now)
            self._count_hits(_policy(item), 1)
            while self._hit_count > MAX_HITS or self._window_count > MAX_WINDOWS:
                self._forget()
            return True

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window's first hit expires (epoch seconds), and how many hits are
        left."""
        now = time.monotonic()
        with self._lock:
            hits = self._current_hits(item, identifiers, now)
            age = now - hits[0] if hits else 0.0
            return WindowStats(time.time() + item.get_expiry() - age, item.amount - len(hits))

    def __len__(self) -> int:
        return self._window_count

    def _current_hits(
        self, item: RateLimitItem, identifiers: tuple[str, ...], now: float
    ) -> list[float]:
        policy, seconds = _policy(item), item.get_expiry()
        key = "/".join(identifiers)
        windows = self._windows.setdefault(policy, OrderedDict())
        window = windows.get(key)
        if window is None:
            window = windows[key] = _Window()
            self._window_count += 1
        else:
            windows.move_to_end(key)
        window.used_at = now
        hits = window.hits
        if hits and hits[0] <= now - seconds:
            past = bisect_right(hits, now - seconds)
            del hits[:past]
            self._count_hits(policy, -past)
        return hits

    def _count_hits(self, policy: _Policy, number: int) -> None:
        self._hit_count += number
        self._hits_of[policy] += number

    def _sweep(self, now: float) -> None:
        for policy, windows in self._windows.items():
            # No hit is newer than the window's last use.
            while windows and next(iter(windows.values())).used_at <= now - policy[1]:
                self._drop_first(policy)

    def _forget(self) -> None:
        if self._window_count > MAX_WINDOWS:
            self._drop_first(max(self._windows, key=lambda policy: len(self._windows[policy])))
        else:
            self._drop_first(max(self._windows, key=lambda policy: self._hits_of[policy]))

    def _drop_first(self, policy: _Policy) -> None:
        _, window = self._windows[policy].popitem(last=False)
        self._count_hits(policy, -len(window.hits))
        self._window_count -= 1


def _policy(item: RateLimitItem) -> _Policy:
    return item.namespace, item.get_expiry()
