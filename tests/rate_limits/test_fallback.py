"""Hits are counted in memory while Redis is away."""

from __future__ import annotations

import time

import pytest
from limits import RateLimitItemPerSecond

from consent_app.rate_limits import fallback
from consent_app.rate_limits.fallback import Windows, make_windows
from tests.support.processes import free_port
from tests.support.redis_server import RedisServer


def hits(windows: Windows, key: str = "a") -> int:
    """Count the hits that are allowed."""
    two = RateLimitItemPerSecond(2, 60)
    return sum(windows.hit(two, key)[0] for _ in range(4))


def test_hits_are_counted_in_memory_during_an_outage(
    redis_of_test: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(fallback, "RETRY_SECONDS", 0.2)
    windows = make_windows(redis_of_test.url)
    assert hits(windows) == 2
    redis_of_test.stop()
    assert [hits(windows), hits(windows)] == [2, 0]
    time.sleep(0.3)
    assert hits(windows) == 0
    redis_of_test.start()
    time.sleep(0.3)
    assert hits(windows) == 2  # Redis again, which has forgotten
    # Once each, though it was tried again in between.
    began, ended = (record.getMessage() for record in caplog.records)
    assert began.startswith("Redis cannot be used (ConnectionError).")
    assert ended.startswith("Redis answers again after ")


def test_redis_is_left_alone_for_a_while_after_a_failure(
    redis_of_test: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long Redis takes to start.
    monkeypatch.setattr(fallback, "RETRY_SECONDS", 600)
    windows = make_windows(redis_of_test.url)
    redis_of_test.stop()
    assert hits(windows) == 2
    redis_of_test.start()
    assert hits(windows, "b") == 2
    assert hits(make_windows(redis_of_test.url), "b") == 2  # Redis knows of none


@pytest.mark.parametrize("is_there", [True, False], ids=["while it runs", "before it starts"])
def test_hits_are_counted_in_memory_during_an_outage_of_a_cluster(
    cluster_of_test: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_there: bool,
) -> None:
    monkeypatch.setattr(fallback, "RETRY_SECONDS", 0.0)
    url = cluster_of_test.url.replace("redis:", "redis+cluster:").removesuffix("/0")
    windows = make_windows(url)
    if is_there:
        assert hits(windows) == 2
    cluster_of_test.stop()
    if not is_there:
        windows = make_windows(url)
    assert [hits(windows, "b"), hits(windows, "b")] == [2, 0]
    cluster_of_test.start()
    deadline = time.monotonic() + 30
    while "answers again" not in caplog.messages[-1] and time.monotonic() < deadline:
        hits(windows, "c")
        time.sleep(0.1)
    began, _ = caplog.messages
    assert began.startswith("Redis cannot be used (RedisClusterException).")
    assert hits(windows, "d") == 2


@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+cluster"])
def test_a_service_starts_during_an_outage(scheme: str) -> None:
    assert hits(make_windows(f"{scheme}://127.0.0.1:{free_port()}")) == 2


def test_nothing_is_connected_to_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket.connect", None)
    assert hits(make_windows("memory://")) == 2
