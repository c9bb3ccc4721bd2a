"""Limits in memory and in Redis, and during an outage of Redis."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from limits import RateLimitItemPerSecond

from consent_app.api import rate_limits
from consent_app.api.rate_limits import MemoryLimiter, RateLimits
from consent_app.errors import RateLimited
from tests.support.processes import end_with_parent, free_port
from tests.support.small_service.site import make_application


class Redis:
    """A Redis server of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--dir", str(self._folder)],
            stdout=subprocess.DEVNULL,
            preexec_fn=end_with_parent,
        )
        import redis

        with redis.Redis(port=self.port) as client:
            for _ in range(100):
                try:
                    client.ping()
                except redis.ConnectionError:
                    time.sleep(0.05)
                else:
                    return
        raise TimeoutError

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server was not found: apt-get install redis-server")
    server = Redis(tmp_path)
    yield server
    server.stop()


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


def test_processes_share_their_windows_in_redis(tmp_path: Path, redis_server: Redis) -> None:
    first, second = (limits(tmp_path, redis_server.url) for _ in range(2))
    second._app.keys = first._app.keys
    first.enforce("few", "192.0.2.1")
    assert hits(second, "192.0.2.1") == 1
    with pytest.raises(RateLimited) as refused:
        first.enforce("few", "192.0.2.1")
    assert 50 < int(refused.value.headers["Retry-After"]) <= 61
    assert refused.value.headers["RateLimit"].startswith('"few";r=0;t=')

    import redis

    with redis.Redis(port=redis_server.port) as client:
        keys = b" ".join(client.keys())
    assert keys
    assert b"192.0.2.1" not in keys


def test_limits_are_counted_in_memory_during_an_outage_of_redis(
    tmp_path: Path,
    redis_server: Redis,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(rate_limits, "RETRY_STORAGE_SECONDS", 0.2)
    limiter = limits(tmp_path, redis_server.url)
    assert hits(limiter) == 2
    redis_server.stop()
    assert [hits(limiter), hits(limiter)] == [2, 0]
    time.sleep(0.3)
    assert hits(limiter) == 0
    redis_server.start()
    time.sleep(0.3)
    assert hits(limiter) == 2  # Redis again, which has forgotten
    # Once each, though it was tried again in between.
    began, ended = (record.getMessage() for record in caplog.records)
    assert began.startswith("Redis cannot be reached (ConnectionError).")
    assert ended.startswith("Redis answers again after ")


def test_a_service_starts_during_an_outage_of_redis(tmp_path: Path) -> None:
    assert hits(limits(tmp_path, f"redis://127.0.0.1:{free_port()}")) == 2


def test_a_window_moves_and_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = MemoryLimiter()
    item = RateLimitItemPerSecond(2, 10)
    assert [limiter.hit(item, "a") for _ in range(3)] == [True, True, False]
    monkeypatch.setattr(time, "time", lambda: 5000.0)
    assert limiter.get_window_stats(item, "a") == (5010.0, 0)
    now = 1010.0
    assert limiter.hit(item, "a")
    now = 1030.0
    # Of another length, so that none is reached again: expired ones are deleted nevertheless.
    hourly_limit = RateLimitItemPerSecond(2, 3600)
    for number in range(2000):
        limiter.hit(hourly_limit, str(number))
        now += 0.001
    assert len(limiter) == 2000


def test_expired_rows_are_deleted_and_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = MemoryLimiter()
    short, long = RateLimitItemPerSecond(2, 10), RateLimitItemPerSecond(2, 3600)
    limiter.hit(long, "stays")
    limiter.hit(long, "stays")
    for number in range(5000):
        limiter.hit(short, str(number))
        now += 0.01
    # Ten seconds have a thousand, and past ones go a thousand hits later at the latest.
    assert len(limiter) <= 2100
    assert not limiter.hit(long, "stays")


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_that_is_put_right_neither_ends_nor_prolongs_a_window(
    monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    limiter = MemoryLimiter()
    item = RateLimitItemPerSecond(2, 1)
    assert [limiter.hit(item, "a") for _ in range(3)] == [True, True, False]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + hours * 3600)
    assert not limiter.hit(item, "a")
    assert limiter.get_window_stats(item, "a").reset_time - time.time() <= 1
    time.sleep(1.1)
    assert limiter.hit(item, "a")
