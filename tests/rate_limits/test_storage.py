"""Redis as the storage of windows: its addresses, and why one cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest
from limits import RateLimitItemPerSecond

from consent_app.rate_limits.storage import RedisLimiter, find_problem
from consent_app.settings import SettingsError
from tests.support import redis_server
from tests.support.internet import Authority
from tests.support.processes import free_port
from tests.support.redis_server import RedisServer


def test_windows_are_shared(redis_of_test: RedisServer) -> None:
    two = RateLimitItemPerSecond(2, 60)
    first, second = RedisLimiter(redis_of_test.url), RedisLimiter(redis_of_test.url)
    assert [first.hit(two, "a"), second.hit(two, "a"), first.hit(two, "a")] == [True, True, False]
    assert second.get_window_stats(two, "a").remaining == 0


def test_an_address_with_an_invalid_parameter_is_refused() -> None:
    with pytest.raises(SettingsError) as refusal:
        RedisLimiter("redis://:the-secret@127.0.0.1:1/0?socket_timeout=x")
    assert "socket_timeout" in str(refusal.value)
    assert "the-secret" not in str(refusal.value)


def test_no_problem_is_found(redis_of_test: RedisServer) -> None:
    assert find_problem(redis_of_test.url) is None
    assert find_problem("memory://") is None


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("redis://:the-secret@127.0.0.1:1/0", "Connection refused."),
        ("rediss://localhost:1/0?ssl_ca_certs=/none.pem", "connecting to localhost:1."),
        ("redis+cluster://:the-secret@127.0.0.1:1", "Connection refused."),
        ("redis+sentinel://127.0.0.1:1/main", "No master found for 'main'"),
        ("redis://127.0.0.1:1/0?socket_timeout=x", "Invalid value for 'socket_timeout'"),
        ("redis://127.0.0.1:1/0?unknown=x", "unknown"),
    ],
)
def test_a_problem_is_found(address: str, reason: str) -> None:
    problem = find_problem(address)
    assert problem is not None
    assert problem.startswith("consent.rate_limit_storage: ")
    assert reason in problem
    assert "the-secret" not in problem


def test_a_password_that_is_wrong_is_found(redis_of_test: RedisServer) -> None:
    problem = find_problem(redis_of_test.url.replace("//", "//consent:the-secret@"))
    assert problem is not None
    assert "username-password" in problem
    assert "the-secret" not in problem


def test_a_certificate_of_ones_own_authority_is_accepted(tmp_path: Path) -> None:
    authority, port = Authority(tmp_path, states_usage=False), free_port()
    authority.make("localhost")
    (pair,) = tmp_path.glob("*.pem")
    files = ("--tls-cert-file", str(pair), "--tls-key-file", str(pair))
    server = redis_server.start(
        tmp_path, "--tls-port", str(port), "--tls-auth-clients", "no", *files
    )
    try:
        address = f"rediss://localhost:{port}/0"
        assert find_problem(f"{address}?ssl_ca_certs={authority.write()}") is None
        problem = find_problem(address)
        assert problem is not None
        assert "certificate verify failed" in problem
    finally:
        server.stop()
