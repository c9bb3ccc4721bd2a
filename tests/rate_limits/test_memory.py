"""Windows in memory: they move, end and are forgotten."""

from __future__ import annotations

import time

import pytest
from limits import RateLimitItemPerSecond

from consent_app.rate_limits import memory
from consent_app.rate_limits.memory import MemoryLimiter


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
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = MemoryLimiter()
    item = RateLimitItemPerSecond(2, 1)
    assert [limiter.hit(item, "a") for _ in range(3)] == [True, True, False]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + hours * 3600)
    assert not limiter.hit(item, "a")
    assert limiter.get_window_stats(item, "a").reset_time - time.time() <= 1
    now = 1001.1
    assert limiter.hit(item, "a")


def test_windows_and_hits_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_WINDOWS", 100)
    monkeypatch.setattr(memory, "MAX_HITS", 300)
    limiter = MemoryLimiter()
    item = RateLimitItemPerSecond(50, 3600)
    for number in range(5000):
        limiter.hit(item, str(number))
        limiter.hit(item, "regular")
    assert len(limiter) <= 100
    assert limiter._hit_count == sum(
        len(window.hits)
        for policy in limiter._policies.values()
        for window in policy.windows.values()
    )
    # Who comes again and again is not forgotten.
    assert not limiter.hit(item, "regular")
    for number in range(50):
        for _ in range(20):
            limiter.hit(item, f"many{number}")
    assert limiter._hit_count <= 300


def test_who_fills_the_windows_of_one_policy_ends_none_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "MAX_WINDOWS", 100)
    monkeypatch.setattr(memory, "MAX_HITS", 300)
    limiter = MemoryLimiter()
    mails = RateLimitItemPerSecond(5, 3600, namespace="reset_mails")
    visitors = RateLimitItemPerSecond(600, 60, namespace="visitors")
    assert [limiter.hit(mails, "ada@example.com") for _ in range(6)] == [True] * 5 + [False]
    for number in range(1000):
        limiter.hit(visitors, f"203.0.113.9 {number}")
    assert not limiter.hit(mails, "ada@example.com")
    for _ in range(600):
        limiter.hit(visitors, "203.0.113.9 none")
    assert not limiter.hit(mails, "ada@example.com")
    assert len(limiter) <= 100
    assert limiter._hit_count <= 300


def test_hits_that_have_passed_take_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one regular client would in time end everybody's windows."""
    monkeypatch.setattr(memory, "MAX_HITS", 10)
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = MemoryLimiter()
    mails = RateLimitItemPerSecond(2, 3600, namespace="reset_mails")
    visits = RateLimitItemPerSecond(9, 10, namespace="visitors")
    limiter.hit(mails, "ada@example.com")
    limiter.hit(mails, "ada@example.com")
    for _ in range(20):
        now += 11
        limiter.hit(visits, "203.0.113.9")
    assert not limiter.hit(mails, "ada@example.com")
    for number in range(8):
        limiter.hit(mails, f"{number}@example.com")
    # Of the policy with the most hits, which is not the one that had the most.
    assert limiter.get_window_stats(visits, "203.0.113.9").remaining == 8
