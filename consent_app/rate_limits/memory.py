"""Moving windows in the memory of one process."""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field

from limits import RateLimitItem
from limits.util import WindowStats

_SWEEP_EVERY = 1024
MAX_WINDOWS = 50_000
MAX_HITS = 1_000_000
"""The maximum number of windows and of hits in one process, some 100 MB. Beyond it the least
recently used windows of the policy with the most are dropped: who fills one policy's windows, such
as with the ids of domains that do not exist, ends no window of another."""


@dataclass(slots=True)
class _Window:
    # A list: an empty deque takes seven hundred bytes, and most windows have a hit or two.
    hits: list[float] = field(default_factory=list)
    used_at: float = 0.0


@dataclass(slots=True)
class _Policy:
    """The windows of one policy, and how many hits they have."""

    seconds: int
    # The most recently used come last, so expired ones come first.
    windows: OrderedDict[str, _Window] = field(default_factory=OrderedDict)
    hit_count: int = 0


class MemoryLimiter:
    """The moving windows of one process.

    The library's own memory storage scans all keys in a thread after every hit, which is slow with
    thousands of addresses. This one looks only at expired windows.
    """

    def __init__(self) -> None:
        # By the name of the policy and the seconds of its windows.
        self._policies: dict[tuple[str, int], _Policy] = {}
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
            policy = self._policy_of(item)
            hits = self._current_hits(policy, identifiers, now)
            if len(hits) >= item.amount:
                return False
            hits.append(now)
            self._hit_count += 1
            policy.hit_count += 1
            while self._hit_count > MAX_HITS or self._window_count > MAX_WINDOWS:
                self._forget()
            return True

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window's first hit expires (epoch seconds), and how many hits are
        left."""
        now = time.monotonic()
        with self._lock:
            policy = self._policy_of(item)
            hits = self._current_hits(policy, identifiers, now)
            age = now - hits[0] if hits else 0.0
            return WindowStats(time.time() + policy.seconds - age, item.amount - len(hits))

    def __len__(self) -> int:
        return self._window_count

    def _policy_of(self, item: RateLimitItem) -> _Policy:
        seconds = item.get_expiry()
        policy = self._policies.get((item.namespace, seconds))
        if policy is None:
            policy = self._policies[item.namespace, seconds] = _Policy(seconds)
        return policy

    def _current_hits(
        self, policy: _Policy, identifiers: tuple[str, ...], now: float
    ) -> list[float]:
        key = "/".join(identifiers)
        window = policy.windows.get(key)
        if window is None:
            window = policy.windows[key] = _Window()
            self._window_count += 1
        else:
            policy.windows.move_to_end(key)
        window.used_at = now
        hits = window.hits
        if hits and hits[0] <= now - policy.seconds:
            past = bisect_right(hits, now - policy.seconds)
            del hits[:past]
            self._hit_count -= past
            policy.hit_count -= past
        return hits

    def _sweep(self, now: float) -> None:
        for policy in self._policies.values():
            windows = policy.windows
            # No hit is newer than the window's last use.
            while windows and next(iter(windows.values())).used_at <= now - policy.seconds:
                self._drop_first(policy)

    def _forget(self) -> None:
        policies = self._policies.values()
        if self._window_count > MAX_WINDOWS:
            self._drop_first(max(policies, key=lambda policy: len(policy.windows)))
        else:
            self._drop_first(max(policies, key=lambda policy: policy.hit_count))

    def _drop_first(self, policy: _Policy) -> None:
        _, window = policy.windows.popitem(last=False)
        self._hit_count -= len(window.hits)
        policy.hit_count -= len(window.hits)
        self._window_count -= 1
