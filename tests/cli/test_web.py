"""``consent-app web`` in one process; ``tests/processes/test_supervisor.py`` is about several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from consent_app.db.engine import sqlite_file
from tests.support.databases import Databases
from tests.support.harness import SECRET_KEYS
from tests.support.machine import needs_filters
from tests.support.processes import children_of, end_with_parent, free_port
from tests.support.service_manager import ServiceManager

WEB = [sys.executable, "-m", "consent_app.cli", "web"]


def environment(databases: Databases, folder: Path, port: int) -> dict[str, str]:
    return os.environ | {
        "PORT": str(port),
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_DATABASE_URL": databases.fresh("sqlite"),
        "CONSENT_VAR_DIR": str(folder / "var"),
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
    }


def start_with_signals() -> None:
    # Under nohup, SIGHUP is ignored.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    end_with_parent()


@needs_filters
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_one_process_serves_without_a_supervisor_and_ends_when_asked(
    databases: Databases, tmp_path: Path, number: signal.Signals
) -> None:
    port, manager = free_port(), ServiceManager(tmp_path)
    environ = environment(databases, tmp_path, port)
    process = subprocess.Popen(
        [*WEB, "--workers", "1"],
        env=environ | manager.environ,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=start_with_signals,
    )
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                address = f"http://127.0.0.1:{port}/v1/health/ready"
                with urllib.request.urlopen(address, timeout=5) as response:
                    assert response.status == 200
                break
            except OSError:
                assert time.monotonic() < deadline
                assert process.poll() is None
                time.sleep(0.05)
        assert children_of(process.pid, "") == set()
        process.send_signal(number)
        assert process.wait(30) == 0
        # What SIGHUP sends itself is a SIGTERM.
        assert manager.wait_for(2) == [{"READY": "1", "STATUS": ""}, {"STOPPING": "1"}]
        assert process.stderr is not None
        assert "The server has ended." in process.stderr.read()
        # The file alone is the database: who copies it while nothing runs has everything.
        file = sqlite_file(environ["CONSENT_DATABASE_URL"])
        assert file is not None
        assert not Path(f"{file}-wal").exists()
    finally:
        process.kill()
        process.communicate()
        manager.close()


@pytest.mark.parametrize("number", ["0", "-1", "two"])
def test_a_number_of_processes_is_one_at_least(number: str) -> None:
    completed = subprocess.run(
        [*WEB, "--workers", number], capture_output=True, text=True, check=False
    )
    assert completed.returncode == 2
    assert "--workers" in completed.stderr
    assert "Traceback" not in completed.stderr


def test_several_processes_say_that_each_counts_its_own_limits(
    databases: Databases, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [*WEB, "--workers", "2"],
        env=environment(databases, tmp_path, free_port()),
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=start_with_signals,
    )
    try:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert "Each of 2 web processes counts rate limits separately" in first
        assert "consent.rate_limit_storage" in first
    finally:
        process.kill()
        process.communicate()
