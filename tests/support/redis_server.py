"""A Redis server for the tests of one process, without persistence."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest
import redis

from tests.support.processes import end_with_parent, free_port

HOW_TO_GET = "install Redis' server (apt-get install redis-server)"


class RedisServer:
    """A server on a loopback port, until ``stop``; ``start`` starts it again, empty."""

    def __init__(self, program: str, folder: Path, *options: str) -> None:
        self.port = free_port()
        self._command = [
            program,
            *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)),
            *("--save", "", "--appendonly", "no", *options),
        ]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        """The URL of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def stop(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 30
        with redis.Redis(port=self.port) as client:
            while True:
                try:
                    client.ping()
                except redis.ConnectionError:
                    if self._process.poll() is not None or time.monotonic() > deadline:
                        raise
                    time.sleep(0.02)
                else:
                    return


def start(folder: Path, *options: str) -> RedisServer:
    """Start a server. Skips the test if Redis is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip(f"Redis was not found: {HOW_TO_GET}")
    return RedisServer(program, folder, *options)
