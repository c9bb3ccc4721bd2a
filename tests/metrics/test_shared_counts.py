"""The counts of several processes in one folder, also of those that ended or were killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.multiprocess import MultiProcessCollector

from consent_app.metrics import shared_counts
from consent_app.metrics.shared_counts import FOLDER_VARIABLE, forget_process, shared_folder
from tests.support.disks import fill, small_disk
from tests.support.harness import make_settings


def ended_process(folder: Path, process_id: int, count: int) -> None:
    """Write the files of a process that counted this many requests."""
    files = [folder / f"{kind}_{process_id}.db" for kind in ("counter", "gauge_livesum")]
    for file in files:
        values = MmapedDict(str(file))
        key = mmap_key(f"requests_{file.stem[0]}", "requests_total", ["route"], ["/v1"], "Help.")
        values.write_value(key, float(count), 0.0)
        values.close()


def test_the_counts_of_ended_processes_share_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for number in range(1, 51):
        ended_process(tmp_path, number, number)
        forget_process(number)
    ended_process(tmp_path, 51, 51)
    assert {file.name for file in tmp_path.iterdir()} == {
        "counter_ended.db",
        "counter_51.db",
        "gauge_livesum_51.db",
    }
    sizes = {name: (tmp_path / f"counter_{name}.db").stat().st_size for name in ("ended", "51")}
    assert sizes["ended"] <= sizes["51"]
    counted = MultiProcessCollector(None).collect()
    values = {metric.type: metric.samples[0].value for metric in counted}
    assert values == {"counter": sum(range(1, 52)), "gauge": 51.0}


def test_an_ended_process_keeps_its_counts_without_memory_to_add_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with small_disk(2) as disk:
        monkeypatch.setenv(FOLDER_VARIABLE, str(disk))
        for number in (1, 2):
            ended_process(disk, number, number)
            (disk / f"gauge_livesum_{number}.db").unlink()  # its room would be enough
        fill(disk)
        forget_process(1)
        forget_process(2)
        (metric,) = MultiProcessCollector(None).collect()
        assert metric.samples[0].value == 3
        assert {file.name for file in disk.glob("*.db")} == {"counter_1.db", "counter_2.db"}


def test_a_service_removes_what_a_killed_one_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_counts, "MEMORY", str(tmp_path))
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    settings = make_settings("sqlite:////none.sqlite", tmp_path, metrics_port="1")
    with shared_folder(settings):
        running = Path(os.environ[FOLDER_VARIABLE])
        killed, unlocked = (
            running.with_name("consent-metrics-killed"),
            running.with_name("consent-metrics-new"),
        )
        shutil.copytree(running, killed)
        unlocked.mkdir()
        # Not with monkeypatch, which would set it again at the end.
        del os.environ[FOLDER_VARIABLE]
        with shared_folder(settings):
            assert not killed.exists()
            assert running.is_dir()
            assert unlocked.is_dir()
        os.environ[FOLDER_VARIABLE] = str(running)
    assert list(tmp_path.glob("consent-metrics-*")) == [unlocked]


ENTERED = """
import os, sys
from pathlib import Path
from types import SimpleNamespace
from consent_app.metrics import shared_counts
shared_counts.MEMORY = sys.argv[1]
for _ in range(1500):
    with shared_counts.shared_folder(SimpleNamespace(metrics_port=1)):
        assert Path(os.environ[shared_counts.FOLDER_VARIABLE]).is_dir()
"""


def test_services_that_start_at_the_same_instant_remove_nothing_of_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    command = [sys.executable, "-c", ENTERED, str(tmp_path)]
    services = [subprocess.Popen(command) for _ in range(3)]
    assert [service.wait() for service in services] == [0, 0, 0]
    assert list(tmp_path.iterdir()) == []
