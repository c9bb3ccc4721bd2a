"""Reports to a service manager; ``tests/processes/test_supervisor.py`` has those of several
processes."""

from __future__ import annotations

import socket
import time
from contextlib import closing
from pathlib import Path

import pytest

from consent_app.processes.service_manager import report_ready, report_reload, report_stop
from tests.support.service_manager import ServiceManager


def test_reports_arrive_as_systemd_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(ServiceManager(tmp_path)) as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", manager.environ["NOTIFY_SOCKET"])
        before = time.monotonic_ns() // 1000
        report_ready()
        report_reload()
        report_ready("A new web 1 did not start.")
        report_stop()
        started, reload, reloaded, stop = manager.wait_for(4)
    assert started == {"READY": "1", "STATUS": ""}
    assert reload.keys() == {"RELOADING", "MONOTONIC_USEC"}
    assert before <= int(reload["MONOTONIC_USEC"]) <= time.monotonic_ns() // 1000
    assert reloaded == {"READY": "1", "STATUS": "A new web 1 did not start."}
    assert stop == {"STOPPING": "1"}


def test_an_abstract_address_begins_with_an_at_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind("")  # The kernel assigns an abstract address.
        address = receiver.getsockname()
        assert address[:1] == b"\0"
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + address[1:].decode())
        report_stop()
        receiver.settimeout(5)
        assert receiver.recv(100) == b"STOPPING=1"


@pytest.mark.parametrize("address", [None, "", "/nonexistent/notify", "not/absolute", "x" * 200])
def test_a_process_without_a_listening_manager_continues(
    address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if address is None:
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    else:
        monkeypatch.setenv("NOTIFY_SOCKET", address)
    report_ready()
    report_reload()
    report_stop()
