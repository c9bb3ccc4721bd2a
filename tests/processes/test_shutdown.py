"""Ending a process: what is called when, by a supervisor's pipe and by signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from consent_app.processes.service_manager import report_stop
from consent_app.processes.shutdown import ANNOUNCE, EXIT_AT_ONCE, SAME_SIGNAL_SECONDS, Stopping
from tests.support.service_manager import ServiceManager

# Prints a line at each step, and ends when it is to, unless it is busy.
SCRIPT = """
import sys, threading, time
from consent_app.processes.service_manager import report_stop
from consent_app.processes.shutdown import Stopping
stopping = Stopping()
times = []
stopping.on_announced(lambda: times.append(time.monotonic()))
stopping.on_requested(lambda: times.append(time.monotonic()))
stopping.on_announced(lambda: print("announced", flush=True))
stopping.on_requested(lambda: print("requested", flush=True))
stopping.on_second(lambda: print("cut short", flush=True))
stopping.delay, stopping.limit = float(sys.argv[1]), float(sys.argv[2])
if sys.argv[3] == "hangups":
    stopping.on_hangup(lambda: print("hung up", flush=True))
ending = threading.Event()
if sys.argv[3] != "busy":
    stopping.on_requested(ending.set)
print("started", flush=True)
ending.wait()
print(times[1] - times[0], flush=True)
"""


def start(delay: float, limit: float, kind: str = "") -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(delay), str(limit), kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert line(process) == "started"
    return process


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def rest(process: subprocess.Popen[str]) -> tuple[list[str], int]:
    """Return the lines that are still printed, and the exit status."""
    output, _ = process.communicate(timeout=30)
    return output.split("\n")[:-1], process.returncode


def test_a_supervisor_announces_the_end_and_then_requests_it() -> None:
    reading, writing = os.pipe()
    steps: list[str] = []
    announced, requested = threading.Event(), threading.Event()
    stopping = Stopping(reading)
    stopping.limit = 3600
    stopping.on_announced(lambda: steps.append("announced"))
    stopping.on_announced(announced.set)
    stopping.on_requested(lambda: steps.append("requested"))
    stopping.on_requested(requested.set)
    os.write(writing, ANNOUNCE)
    assert announced.wait(10)
    assert not stopping.requested.is_set()
    os.close(writing)
    assert requested.wait(10)
    assert stopping.requested.is_set()
    assert steps == ["announced", "requested"]
    # What is registered late is called immediately.
    stopping.on_announced(lambda: steps.append("late"))
    stopping.on_requested(lambda: steps.append("too late"))
    assert steps[2:] == ["late", "too late"]


def test_a_process_that_is_ending_does_not_report_that_it_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders, writing = os.pipe()
    announced = threading.Event()
    stopping = Stopping(orders)
    stopping.on_announced(announced.set)
    with closing(ServiceManager(tmp_path)) as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", manager.environ["NOTIFY_SOCKET"])
        stopping.report_ready("before")
        os.write(writing, ANNOUNCE)
        assert announced.wait(10)
        stopping.report_ready("A new fork server did not start.")
        report_stop()
        assert manager.wait_for(2) == [{"READY": "1", "STATUS": "before"}, {"STOPPING": "1"}]


def test_the_end_is_announced_before_it_is_requested() -> None:
    process = start(delay=0.5, limit=30)
    process.send_signal(signal.SIGTERM)
    (announced, requested, seconds), status = rest(process)
    assert (announced, requested, status) == ("announced", "requested", 0)
    assert float(seconds) > 0.4


def test_a_copy_of_the_signal_changes_nothing_and_a_second_one_ends_at_once() -> None:
    process = start(delay=0, limit=3600, kind="busy")
    process.send_signal(signal.SIGINT)
    assert line(process) == "announced"
    # Not read together with the first one.
    process.send_signal(signal.SIGTERM)
    assert line(process) == "requested"
    time.sleep(SAME_SIGNAL_SECONDS + 0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert rest(process) == (["cut short"], EXIT_AT_ONCE)


def test_a_process_that_does_not_end_is_ended() -> None:
    process = start(delay=0, limit=0.2, kind="busy")
    process.send_signal(signal.SIGTERM)
    assert rest(process) == (["announced", "requested", "cut short"], EXIT_AT_ONCE)


def test_sighup_ends_nothing_where_it_means_something_else() -> None:
    process = start(delay=0, limit=30, kind="hangups")
    for _ in range(2):
        process.send_signal(signal.SIGHUP)
        assert line(process) == "hung up"
    process.send_signal(signal.SIGTERM)
    assert rest(process)[0][:2] == ["announced", "requested"]
