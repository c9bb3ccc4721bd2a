"""Servers of Redis that a test may stop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from tests.support import redis_server
from tests.support.processes import free_port
from tests.support.redis_server import RedisServer

SLOTS = 16384


@pytest.fixture
def redis_of_test(tmp_path: Path) -> Iterator[RedisServer]:
    """A server of the test's own."""
    server = redis_server.start(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def cluster_of_test(tmp_path: Path) -> Iterator[RedisServer]:
    """The only node of a cluster of the test's own."""
    bus = str(free_port())
    server = redis_server.start(tmp_path, "--cluster-enabled", "yes", "--cluster-port", bus)
    try:
        with redis.Redis(port=server.port) as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1)
        yield server
    finally:
        server.stop()
