"""Programs that are forked instead of executed: they must not notice it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import Databases
from tests.support.harness import SECRET_KEYS
from tests.support.processes import children_of, end_with_parent, name_of
from tests.support.waiting import until
from tests.support.warm_process import TEMPLATES, WarmProcess, run_warm
from tests.support.web_processes import WebProcess

COMMAND = [sys.executable, "-m", "consent_app.cli"]

STATE = """
import atexit, json, locale, os, resource, signal, sys

def described(stream):
    return [stream.name, stream.mode, stream.encoding, stream.errors, stream.line_buffering]

print(json.dumps({
    "arguments": sys.argv,
    "environ": dict(os.environ),
    "files": sorted(int(name) for name in os.listdir("/proc/self/fd"))[:-1],
    "folder": os.getcwd(),
    "group": os.getpgrp() == os.getpid(),
    "limits": resource.getrlimit(resource.RLIMIT_NOFILE),
    "locale": locale.setlocale(locale.LC_CTYPE),
    "mask": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
    "name": open("/proc/self/comm").read(),
    "nice": os.nice(0),
    "parent": os.getppid(),
    "path": sys.path[:4],
    "signals": {n: str(signal.getsignal(n)) for n in sorted(signal.valid_signals()) if n < 32},
    "streams": [described(item) for item in (sys.stdin, sys.stdout, sys.stderr)],
    "umask": os.umask(0),
}))
atexit.register(print, "at exit")
sys.exit(3)
"""


def code(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def was_forked(process: subprocess.Popen[Any]) -> bool:
    """Return whether the process is a copy of the template."""
    return "tests.support.warm_template" in command_of(process.pid)


def blocked_on_input(**options: Any) -> WarmProcess[bytes]:
    """A process that ends when its input is closed, and says when it runs."""
    return WarmProcess(
        code("import sys; print(1, flush=True); sys.stdin.read()"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **options,
    )


@pytest.mark.parametrize("kind", ["-c", "-m"])
def test_a_forked_program_starts_in_the_same_state(tmp_path: Path, kind: str) -> None:
    (tmp_path / "its_state.py").write_text(STATE)
    command = [sys.executable, kind, STATE if kind == "-c" else "its_state"]
    options: dict[str, Any] = {
        "env": os.environ | {"CONSENT_X": "\udcff ö", "LINES": "7"},
        "cwd": tmp_path,
        "stdin": subprocess.DEVNULL,
        "capture_output": True,
        "text": True,
        "preexec_fn": end_with_parent,
    }
    executed = subprocess.run([*command, "a", "-b"], check=False, **options)
    forked = run_warm([*command, "a", "-b"], **options)
    assert (forked.returncode, forked.stderr) == (executed.returncode, executed.stderr) == (3, "")
    states = [json.loads(item.stdout.splitlines()[0]) for item in (executed, forked)]
    assert states[1] == states[0]
    assert states[1]["parent"] == os.getpid()
    assert forked.stdout.endswith("\nat exit\n")


def test_the_exit_status_is_the_programs() -> None:
    assert run_warm([*COMMAND, "no-such-command"], stderr=subprocess.DEVNULL).returncode == 2
    for program, status in (
        ("", 0),
        ("import sys; sys.exit(5)", 5),
        ("import sys; sys.exit('why')", 1),
        ("1 / 0", 1),
        ("import os; os._exit(7)", 7),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("import os; os.abort()", -signal.SIGABRT),
        ("raise KeyboardInterrupt", -signal.SIGINT),
    ):
        completed = run_warm(code(program), capture_output=True, text=True)
        assert (program, completed.returncode) == (program, status)
    with pytest.raises(subprocess.CalledProcessError):
        run_warm(code("exit(1)"), check=True)


def test_streams_are_passed_on_and_flushed(tmp_path: Path) -> None:
    program = "import sys; print('e', file=sys.stderr); sys.stdout.write(sys.stdin.read() * 2)"
    with WarmProcess(
        code(program),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.communicate("äb" * 100_000, timeout=60) == ("e\n" + "äb" * 200_000, None)
    with (tmp_path / "out").open("ab") as output:
        for _ in range(2):
            run_warm(code("print('x')"), stdout=output, check=True)
    assert (tmp_path / "out").read_text() == "x\nx\n"


def test_a_full_disk_is_reported_alike() -> None:
    for program in ("print('x')", "import sys; sys.stdout.write('x'); sys.exit(4)"):
        with Path("/dev/full").open("w") as full:
            options: dict[str, Any] = {"stdout": full, "stderr": subprocess.PIPE, "text": True}
            executed = subprocess.run(code(program), check=False, **options)
            forked = run_warm(code(program), **options)
        assert forked.returncode == executed.returncode != 0
        assert forked.stderr.splitlines()[-1] == executed.stderr.splitlines()[-1]


def test_signals_reach_it_and_a_time_limit_ends_it() -> None:
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGKILL):
        with blocked_on_input(stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            process.stdout.readline()
            assert was_forked(process)
            assert process.poll() is None
            process.send_signal(number)
            assert process.wait(60) == -number
    with pytest.raises(subprocess.TimeoutExpired):
        run_warm(code("import time; time.sleep(60)"), timeout=0.2)


def test_files_that_it_inherits_keep_their_numbers() -> None:
    ours, its = socket.socketpair()
    with ours, its:
        number = its.fileno()
        program = f"import os; os.write({number}, b'here'); os.fstat({number + 1})"
        completed = run_warm(code(program), pass_fds=[number], stderr=subprocess.PIPE, text=True)
        assert ours.recv(9) == b"here"
    assert "Bad file descriptor" in completed.stderr


def test_a_session_of_its_own() -> None:
    with blocked_on_input(start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert os.getsid(process.pid) == os.getpgid(process.pid) == process.pid
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM


def test_it_ends_with_its_parent_and_survives_the_template(project: Path) -> None:
    script = (
        "import subprocess, sys; from tests.support.warm_process import *\n"
        "from tests.support.processes import end_with_parent\n"
        f"process = WarmProcess({code('import time; time.sleep(600)')!r},"
        " preexec_fn=end_with_parent)\n"
        "print(process.pid, TEMPLATES.get().process.pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        code(script), cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        forked, template = map(int, parent.stdout.readline().split())
        os.kill(template, signal.SIGKILL)
        assert name_of(forked)
        parent.kill()
        parent.wait()
        until(lambda: not (name_of(forked) or name_of(template)))


def test_a_killed_template_is_replaced() -> None:
    with blocked_on_input() as survivor:
        former = TEMPLATES.get().process
        former.kill()
        former.wait()
        with blocked_on_input() as process:
            assert process.stdout is not None
            process.stdout.readline()
            assert was_forked(process)
            process.communicate(timeout=60)
        assert TEMPLATES.get().process.pid != former.pid
        survivor.communicate(timeout=60)
        assert survivor.returncode == 0


def test_what_matters_before_a_program_runs_is_executed(tmp_path: Path) -> None:
    (tmp_path / "consent_app").mkdir()
    for options in (
        {"env": os.environ | {"PYTHONIOENCODING": "latin-1"}},
        {"env": os.environ | {"MALLOC_ARENA_MAX": "1"}},
        {"preexec_fn": lambda: os.nice(0)},
        {"umask": 0o27},
        {"cwd": tmp_path},
    ):
        with blocked_on_input(**options) as process:
            assert not was_forked(process)
            process.communicate(timeout=60)
            assert process.returncode == 0
    with pytest.raises(FileNotFoundError, match="missing"):
        blocked_on_input(cwd=tmp_path / "missing")
    assert WarmProcess(["/bin/true"]).wait(60) == 0


def test_nothing_is_shared_between_two_programs(tmp_path: Path) -> None:
    program = "import os, random, sys; print(random.random(), os.environ.pop('MARK'), os.getcwd())"
    outputs = []
    for name in "ab":
        (tmp_path / name).mkdir()
        completed = run_warm(
            code(program + "; os.chdir('/'); import consent_app; consent_app.mark = 1"),
            env=os.environ | {"MARK": name},
            cwd=tmp_path / name,
            capture_output=True,
            text=True,
            preexec_fn=end_with_parent,
        )
        outputs.append(completed.stdout.split())
    assert [item[1:] for item in outputs] == [[name, str(tmp_path / name)] for name in "ab"]
    assert outputs[0][0] != outputs[1][0]
    completed = run_warm(
        code("import consent_app; print(hasattr(consent_app, 'mark'))"),
        capture_output=True,
        text=True,
    )
    assert completed.stdout == "False\n"


def test_a_supervisor_has_its_first_fork_server_forked_too(
    databases: Databases, tmp_path: Path
) -> None:
    web = WebProcess(databases.fresh("sqlite"), tmp_path / "var", tmp_path / "log")
    web.environ = {"CONSENT_SECRET_KEYS": SECRET_KEYS, "CONSENT_WORKERS": "2"}
    web.start()
    assert web.process is not None
    try:
        web.wait_until_ready()
        pid = web.process.pid
        (first,) = children_of(pid, "consent-forks")
        assert "warm_template" in command_of(first)
        assert children_of(pid, "") == {first} | children_of(pid, "consent-web")
        os.kill(first, signal.SIGKILL)
        until(lambda: children_of(pid, "consent-forks") - {first})
        (second,) = children_of(pid, "consent-forks")
        assert "fork-server" in command_of(second)
    finally:
        assert web.stop() == 0
