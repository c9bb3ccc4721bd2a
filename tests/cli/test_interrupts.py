"""Ctrl-C while a service starts: it ends, says so in one line, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.processes import end_with_parent, free_port

END_SECONDS = 30

# Python ignores exceptions in such callbacks, which imports of modules use.
_INTERRUPTED = """
import signal, sys, weakref

interrupted = sys.argv.pop(1)

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == interrupted:
            class Thing: pass
            thing = Thing()
            reference = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
            del thing

sys.meta_path.insert(0, Interrupting())
from consent_app.cli import main
sys.exit(main())
"""


def environ(folder: Path) -> dict[str, str]:
    return os.environ | {
        "PORT": str(free_port()),
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_DATABASE_URL": f"sqlite:///{folder}/new.sqlite",
        "CONSENT_VAR_DIR": str(folder),
    }


def ignore_interrupts() -> None:
    # As a shell without job control starts its background commands.
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize("module", ["click", "consent_app.cli.serve", "consent_app.settings"])
@pytest.mark.parametrize("is_ignored", [False, True])
def test_no_import_swallows_an_interrupt(tmp_path: Path, module: str, is_ignored: bool) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, module, "serve"],
        env=environ(tmp_path),
        capture_output=True,
        text=True,
        timeout=END_SECONDS,
        preexec_fn=ignore_interrupts if is_ignored else end_with_parent,
        check=False,
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("", "Cancelled.\n", 1)
    assert not (tmp_path / "new.sqlite").exists()


def test_a_background_command_survives_the_interrupt_of_its_script(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, "consent_app.maintenance.keys", "keys", "new"],
        env=environ(tmp_path),
        capture_output=True,
        text=True,
        timeout=END_SECONDS,
        preexec_fn=ignore_interrupts,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5])
def test_an_interrupt_of_the_group_does_not_reach_the_fork_server(
    tmp_path: Path, seconds: float
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "consent_app.cli", "serve"],
        env=environ(tmp_path),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=end_with_parent,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + END_SECONDS
    while not (started := children.read_text().split()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # It imports the application now.
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, log = process.communicate(timeout=END_SECONDS)
    assert log.endswith(
        "INFO consent_app.processes.supervisor: Asked to stop before everything had started.\n"
    )
    assert log.count("\n") == 1
    assert process.returncode == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in started)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
