"""Moving windows in Redis, shared by all processes.

``redis://``, ``rediss://``, ``redis+unix://``, ``redis+sentinel://`` and ``redis+cluster://`` are
addresses of it (https://limits.readthedocs.io, "Storage backends").
"""

from __future__ import annotations

import ssl
import threading
from typing import Any

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter
from limits.util import WindowStats

from consent_app.settings import SettingsError

TIMEOUT_SECONDS = 0.5


class RedisLimiter:
    """The moving windows at one address.

    Its methods raise what the client of Redis raises: ``RedisError``, and for a cluster also
    ``RedisClusterException``.
    """

    def __init__(self, address: str) -> None:
        """Raise SettingsError for a URL that the Redis client rejects."""
        from redis.exceptions import RedisClusterException

        self._address = address
        self._lock = threading.Lock()
        self._limiter: MovingWindowRateLimiter | None = None
        try:
            self._connected()
        except ValueError as error:
            raise SettingsError(f"consent.rate_limit_storage: {_first_line(error)}.") from None
        except RedisClusterException:
            # The client of a cluster connects when it is made. Without a node, it is made later.
            pass

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        """Count a hit, if the limit allows it."""
        return self._connected().hit(item, *identifiers)

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window's first hit expires (epoch seconds), and how many hits are
        left."""
        return self._connected().get_window_stats(item, *identifiers)

    def _connected(self) -> MovingWindowRateLimiter:
        if self._limiter is None:
            # One thread at a time makes the client of a cluster; the others do not wait for it.
            if not self._lock.acquire(blocking=False):
                raise ConnectionError
            tls: dict[str, Any] = {}
            if self._address.startswith("rediss:"):
                # As in net/network.py: Python 3.13 would refuse most companies' own authorities.
                tls["ssl_exclude_verify_flags"] = [ssl.VERIFY_X509_STRICT]
            try:
                storage = storage_from_string(
                    self._address,
                    socket_timeout=TIMEOUT_SECONDS,
                    socket_connect_timeout=TIMEOUT_SECONDS,
                    **tls,
                )
                self._limiter = MovingWindowRateLimiter(storage)
            finally:
                self._lock.release()
        return self._limiter


def find_problem(address: str) -> str | None:
    """Return why the Redis server at ``address`` cannot count hits, or None if it can.

    Nothing is connected to for ``memory://``. The text contains no password.
    """
    if address.startswith("memory:"):
        return None
    try:
        RedisLimiter(address).hit(RateLimitItemPerSecond(1, namespace="check"), "check")
    except SettingsError as error:
        return str(error)
    except Exception as error:
        # Any exception: an unknown parameter, for example, raises TypeError.
        return f"consent.rate_limit_storage: Redis cannot be used: {_first_line(error)}."
    return None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
