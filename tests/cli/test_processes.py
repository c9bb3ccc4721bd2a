"""What the commands that run processes share."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from consent_app.cli.processes import announce_ready, web_slots
from consent_app.processes.shutdown import Stopping
from consent_app.server.listener import PortTakenError
from consent_app.settings import Settings
from tests.support.harness import Harness
from tests.support.processes import free_port
from tests.support.service_manager import ServiceManager


@pytest.fixture
def settings(harness: Harness) -> Settings:
    return replace(harness.application.settings, port=free_port())


def stopping_of_a_child() -> Stopping:
    """Return one that obeys a supervisor's pipe, and leaves the test process its signals."""
    orders, _ = os.pipe()
    return Stopping(orders)


def close(slots: list) -> None:  # type: ignore[type-arg]
    for slot in slots:
        slot.listener.close()


@pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)
def test_several_processes_take_the_cores_in_turn(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3, 1})
    slots = web_slots(settings, 3)
    close(slots)
    orders = [slot.order for slot in slots]
    assert [(order.kind, order.name, order.core) for order in orders] == [
        ("web", "web 1", 1),
        ("web", "web 2", 3),
        ("web", "web 3", 1),
    ]


@pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)
def test_a_single_process_may_run_on_any_core(settings: Settings) -> None:
    slots = web_slots(settings, 1)
    close(slots)
    assert [slot.order.core for slot in slots] == [None]


@pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)
def test_all_of_them_answer_on_one_port_that_nobody_else_takes(settings: Settings) -> None:
    slots = web_slots(settings, 2)
    try:
        ports = {slot.listener.getsockname()[1] for slot in slots if slot.listener}
        assert ports == {settings.port}
        with pytest.raises(PortTakenError, match=str(settings.port)):
            web_slots(settings, 1)
    finally:
        close(slots)


def test_a_process_reports_once_that_it_is_ready() -> None:
    reading, writing = os.pipe()
    announce_ready(writing, stopping_of_a_child())
    assert os.read(reading, 10) == b"1"
    assert os.read(reading, 10) == b""
    os.close(reading)


def test_a_process_without_a_supervisor_reports_to_the_service_manager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(ServiceManager(tmp_path)) as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", manager.environ["NOTIFY_SOCKET"])
        announce_ready(None, stopping_of_a_child())
        assert manager.wait_for(1) == [{"READY": "1", "STATUS": ""}]


def test_a_process_whose_supervisor_has_ended_becomes_ready() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    announce_ready(writing, stopping_of_a_child())
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(writing)
