"""Rate limits: a moving window for each policy and key, in memory or in Redis.

A feature declares its policies with ``config.add_rate_limit("visitors", 600, per_seconds=60)`` and
calls ``enforce_rate_limit``. The limits of a person, a key or a workspace are in the document
(``x-rate-limit-policies``, and ``x-rate-limits`` of each operation); the security policy applies
them with ``enforce_for_caller``. Development allows ten times as much. Keys are hashed with a
secret before they leave the process, so addresses are never stored.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol
from uuid import UUID

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter
from limits.util import WindowStats
from pyramid.config import Configurator

from consent_app.application import Application
from consent_app.errors import RateLimited
from consent_app.http.request import Request

DEVELOPMENT_FACTOR = 10
RETRY_STORAGE_SECONDS = 10
STORAGE_TIMEOUT_SECONDS = 0.5
_SWEEP_EVERY = 1024
MAX_WINDOWS = 50_000
MAX_HITS = 1_000_000
"""The maximum number of windows in one process, some 100 MB. Beyond it the least recently used
windows are dropped."""

Per = Literal["person", "key", "workspace"]
"""Whose requests a policy of the document counts together."""

log = logging.getLogger(__name__)


class Limiter(Protocol):
    """The methods of the library's limiters that are used here."""

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        """Count a hit, if the limit allows it."""
        ...

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window's first hit expires (epoch seconds), and how many hits are
        left."""
        ...


@dataclass(slots=True)
class _Window:
    # A list: an empty deque takes seven hundred bytes, and most windows have a hit or two.
    hits: list[float] = field(default_factory=list)
    met: float = 0.0


class MemoryLimiter:
    """The moving windows of one process.

    The library's own memory storage scans all keys in a thread after every hit, which is slow with
    thousands of addresses. This one looks only at expired windows.
    """

    def __init__(self) -> None:
        # Grouped by duration. The most recently used come last in each group, so expired ones come
        # first.
        self._windows: dict[int, OrderedDict[str, _Window]] = {}
        self._lock = threading.Lock()
        self._hits = 0
        self._hit_count = 0

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        """Count a hit, if the limit allows it."""
        # Not the time of day: a clock that is put back would refuse people until it catches up.
        now = time.monotonic()
        with self._lock:
            self._hits += 1
            if self._hits % _SWEEP_EVERY == 0:
                self._sweep(now)
            hits = self._met(item, identifiers, now)
            if len(hits) >= item.amount:
                return False
            hits.append(now)
            self._hit_count += 1
            while self._hit_count > MAX_HITS or len(self) > MAX_WINDOWS:
                self._forget()
            return True

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window's first hit expires (epoch seconds), and how many hits are
        left."""
        now = time.monotonic()
        with self._lock:
            hits = self._met(item, identifiers, now)
            age = now - hits[0] if hits else 0.0
            return WindowStats(time.time() + item.get_expiry() - age, item.amount - len(hits))

    def __len__(self) -> int:
        return sum(map(len, self._windows.values()))

    def _met(self, item: RateLimitItem, identifiers: tuple[str, ...], now: float) -> list[float]:
        seconds = item.get_expiry()
        key = "/".join((item.namespace, *identifiers))
        windows = self._windows.setdefault(seconds, OrderedDict())
        window = windows.get(key)
        if window is None:
            window = windows[key] = _Window()
        else:
            windows.move_to_end(key)
        window.met = now
        hits = window.hits
        if hits and hits[0] <= now - seconds:
            past = bisect_right(hits, now - seconds)
            del hits[:past]
            self._hit_count -= past
        return hits

    def _sweep(self, now: float) -> None:
        for seconds, windows in self._windows.items():
            # No hit is newer than the window's last use.
            while windows and next(iter(windows.values())).met <= now - seconds:
                self._drop_first(windows)

    def _forget(self) -> None:
        filled = [windows for windows in self._windows.values() if windows]
        self._drop_first(min(filled, key=lambda windows: next(iter(windows.values())).met))

    def _drop_first(self, windows: OrderedDict[str, _Window]) -> None:
        _, window = windows.popitem(last=False)
        self._hit_count -= len(window.hits)


class _Fallback:
    """Redis, with this process's memory as fallback: rate limits must never stop the service.

    The beginning and the end of an outage are logged, however long it lasts.
    """

    def __init__(self, remote: Limiter | None, local: Limiter) -> None:
        self._remote = remote
        self._local = local
        self._lock = threading.Lock()
        self._away_since: float | None = None
        self._away_until = 0.0

    def hit(self, item: RateLimitItem, key: str) -> tuple[bool, float, int]:
        """Count a hit. Return whether it is allowed, when the window ends, and how many hits are
        left."""
        if self._remote is None or time.monotonic() < self._away_until:
            return _hit(self._local, item, key)
        try:
            result = _hit(self._remote, item, key)
        except StorageError as error:
            self._begin_outage(type(error.__cause__ or error).__name__)
            return _hit(self._local, item, key)
        if self._away_since is not None:
            self._end_outage()
        return result

    def _begin_outage(self, cause: str) -> None:
        now = time.monotonic()
        with self._lock:
            self._away_until = now + RETRY_STORAGE_SECONDS
            is_first = self._away_since is None
            if is_first:
                self._away_since = now
        if is_first:
            log.warning(
                "Redis cannot be reached (%s). This process counts rate limits by itself.", cause
            )

    def _end_outage(self) -> None:
        with self._lock:
            since, self._away_since = self._away_since, None
        if since is not None:
            seconds = time.monotonic() - since
            log.warning("Redis answers again after %.1f s and counts rate limits.", seconds)


def _hit(limiter: Limiter, item: RateLimitItem, key: str) -> tuple[bool, float, int]:
    if limiter.hit(item, key):
        return True, 0.0, 0
    stats = limiter.get_window_stats(item, key)
    return False, stats.reset_time, stats.remaining


class RateLimits:
    """The policies of an application and their windows; ``registry.api.rate_limits``."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._policies: dict[str, RateLimitItem] = {}
        self._per: dict[str, Per] = {}
        address = app.settings.rate_limit_storage
        remote: Limiter | None = None
        if not address.startswith("memory:"):
            storage = storage_from_string(
                address,
                wrap_exceptions=True,
                socket_timeout=STORAGE_TIMEOUT_SECONDS,
                socket_connect_timeout=STORAGE_TIMEOUT_SECONDS,
            )
            remote = MovingWindowRateLimiter(storage)
        self._windows = _Fallback(remote, MemoryLimiter())

    @property
    def policies(self) -> Mapping[str, RateLimitItem]:
        """The policies by name."""
        return self._policies

    def add(self, name: str, amount: int, per_seconds: int, *, per: Per | None = None) -> None:
        """Declare a policy: ``amount`` hits within any ``per_seconds``, for each ``per`` of
        callers."""
        if per is not None:
            self._per[name] = per
        if self._app.settings.development:
            amount *= DEVELOPMENT_FACTOR
        self._policies[name] = RateLimitItemPerSecond(amount, per_seconds, namespace=name)

    def enforce(self, name: str, key: str) -> None:
        """Count one hit of ``key`` under the policy ``name``.

        Raises RateLimited with ``Retry-After``, ``RateLimit`` and ``RateLimit-Policy``, and
        KeyError for an unknown policy.
        """
        item = self._policies[name]
        # The same in every process during a key rotation, so that Redis counts them together.
        secret = self._app.keys.derive_lasting("rate-limits")
        hashed = hashlib.blake2b(key.encode(), key=secret, digest_size=16).hexdigest()
        allowed, reset, remaining = self._windows.hit(item, hashed)
        if not allowed:
            seconds = max(1, round(reset - time.time() + 0.5))
            raise RateLimited(
                headers={
                    "Retry-After": str(seconds),
                    "RateLimit": f'"{name}";r={max(0, remaining)};t={seconds}',
                    "RateLimit-Policy": f'"{name}";q={item.amount};w={item.get_expiry()}',
                }
            )

    def enforce_for_caller(self, names: Sequence[str], caller: Mapping[Per, UUID | None]) -> None:
        """Count one request under each of the caller's policies.

        Raises RateLimited for the first one that is exceeded.
        """
        for name in names:
            key = caller.get(self._per[name])
            if key is not None:
                self.enforce(name, str(key))


def enforce_rate_limit(request: Request, policy_name: str, key: str) -> None:
    """Count one hit of ``key`` under a policy. Raises RateLimited, or KeyError for an unknown
    one."""
    limits: RateLimits = request.registry.api.rate_limits
    limits.enforce(policy_name, key)


def within_rate_limit(request: Request, policy_name: str, key: str) -> bool:
    """Count one hit of ``key`` like ``enforce_rate_limit``, but return whether it is allowed.

    For limits that are applied silently, because a refusal would reveal something about others.
    """
    try:
        enforce_rate_limit(request, policy_name, key)
    except RateLimited:
        return False
    return True


def add_rate_limit(config: Configurator, name: str, amount: int, *, per_seconds: int) -> None:
    """Directive: declare a policy of ``amount`` requests within any ``per_seconds``."""
    config.action(
        ("consent_app.api.rate_limit", name),
        config.registry.api.rate_limits.add,
        args=(name, amount, per_seconds),
    )


def includeme(config: Configurator) -> None:
    """Add the directive that declares a policy."""
    config.add_directive("add_rate_limit", add_rate_limit)
