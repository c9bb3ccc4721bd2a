"""The policies of a feature, in memory and in Redis."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from consent_app.api.rate_limits import RateLimits
from consent_app.errors import RateLimited
from tests.support.small_service.site import make_application


def limits(folder: Path, storage: str = "memory://") -> RateLimits:
    limiter = RateLimits(make_application(folder, rate_limit_storage=storage))
    limiter.add("few", 2, 60)
    return limiter


def hits(limiter: RateLimits, key: str = "a") -> int:
    """Count the hits that are allowed."""
    for allowed in range(10):
        try:
            limiter.enforce("few", key)
        except RateLimited:
            return allowed
    return 10


def test_each_key_has_its_own_window(tmp_path: Path) -> None:
    limiter = limits(tmp_path)
    assert [hits(limiter, key) for key in ("a", "b", "a")] == [2, 2, 0]
    with pytest.raises(KeyError):
        limiter.enforce("unnamed", "a")


def test_processes_share_their_windows_in_redis(tmp_path: Path, redis_url: str) -> None:
    first, second = (limits(tmp_path, redis_url) for _ in range(2))
    second._app.keys = first._app.keys
    first.enforce("few", "192.0.2.1")
    assert hits(second, "192.0.2.1") == 1
    with pytest.raises(RateLimited) as refused:
        first.enforce("few", "192.0.2.1")
    assert 50 < int(refused.value.headers["Retry-After"]) <= 61
    assert refused.value.headers["RateLimit"].startswith('"few";r=0;t=')

    import redis

    with redis.Redis.from_url(redis_url) as client:
        keys = b" ".join(client.keys())
    assert keys
    assert b"192.0.2.1" not in keys


def test_a_wait_is_no_longer_than_the_window_after_a_clock_was_ahead(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter = limits(tmp_path, redis_url)
    machine_time = time.time
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time", lambda: machine_time() + 86400)
        assert hits(limiter, "192.0.2.2") == 2
    with pytest.raises(RateLimited) as refused:
        limiter.enforce("few", "192.0.2.2")
    assert refused.value.headers["Retry-After"] == "60"
