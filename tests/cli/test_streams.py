"""What commands do when their output cannot be written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.cli import READER_LEFT
from tests.support.factories import make_panel, make_site
from tests.support.warm_process import run_warm

CLOSED = (
    "import os, sys; os.close(int(sys.argv[1]));"
    " os.execv(sys.executable, [sys.executable, '-m', 'consent_app.cli', *sys.argv[2:]])"
)


@pytest.fixture
def environ(application: Application, tmp_path: Path) -> dict[str, str]:
    settings = {
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_DATABASE_URL": application.settings.database_url,
        "CONSENT_VAR_DIR": str(tmp_path),
    }
    return os.environ | settings


@pytest.fixture
def slug(app: TestApp, application: Application) -> str:
    site = make_site(make_panel(app, application.now()))
    site.decide()
    return str(site.panel.organization["slug"])


def run(environ: dict[str, str], output: int, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "consent_app.cli", *words]
    return run_warm(command, env=environ, stdout=output, stderr=subprocess.PIPE, text=True)


def run_without(
    stream: int, environ: dict[str, str], *words: str, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command with one of its standard streams closed."""
    command = [sys.executable, "-c", CLOSED, str(stream), *words]
    return subprocess.run(
        command, env=environ, input=stdin, capture_output=True, text=True, check=False
    )


def unread_pipe() -> int:
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def test_a_reader_that_leaves_ends_a_command_quietly(environ: dict[str, str], slug: str) -> None:
    assert READER_LEFT == 128 + signal.SIGPIPE
    for words in (
        ["receipts", "export", "--workspace", slug, "--output", "-"],
        ["receipts", "export", "--workspace", slug, "--output", "/dev/stdout"],
        ["audit", "list", "--workspace", slug],
        ["check"],
        ["--help"],
    ):
        output = unread_pipe()
        ended = run(environ, output, *words)
        os.close(output)
        assert (words, ended.stderr, ended.returncode) == (words, "", READER_LEFT)


def test_a_full_disk_is_named(environ: dict[str, str], slug: str) -> None:
    for words in (
        ["receipts", "export", "--workspace", slug, "--output", "-"],
        ["workspace", "show", slug, "--json"],
    ):
        with Path("/dev/full").open("w") as full:
            ended = run(environ, full.fileno(), *words)
        assert ended.returncode == 2
        assert ended.stderr.startswith("consent-app: ")
        assert ended.stderr.endswith("No space left on device.\n")
        assert ended.stderr.count("\n") == 1


def test_an_output_that_the_shell_closed(environ: dict[str, str], slug: str) -> None:
    # The second one would have changed something, and lost what it prints.
    for words in (["receipts", "export", "--workspace", slug, "-o", "-"], ["keys", "new"]):
        ended = run_without(1, environ, *words)
        assert ended.returncode == 2
        assert ended.stderr == (
            "consent-app: Standard output is closed. To discard the output, redirect it to"
            " /dev/null.\n"
        )


def test_an_input_that_the_shell_closed_answers_no_question(environ: dict[str, str]) -> None:
    ended = run_without(0, environ, "keys", "adopt")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith("Continue? [y/N]: Cancelled.\n")
    # Nor is a question answered that nobody sees.
    ended = run_without(2, environ, "keys", "adopt", stdin="n\n")
    assert (ended.returncode, ended.stdout) == (1, "")
    ended = run_without(2, environ, "database", "status", "--json")
    assert ended.returncode == 0
    assert '"ready": true' in ended.stdout


def test_a_character_that_the_locale_lacks_is_escaped(
    environ: dict[str, str], app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    panel.patch("/v1/workspace", {"name": "Ärger für 1 €"})
    words = ["workspace", "show", str(panel.organization["slug"])]
    latin = environ | {"PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "consent_app.cli", *words]
    ended = subprocess.run(command, env=latin, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert "Ärger für 1 \\u20ac".encode("latin-1") in ended.stdout


def test_a_pipe_or_device_is_written_and_stays_what_it_is(
    environ: dict[str, str], slug: str, tmp_path: Path
) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["/bin/cat", fifo], stdout=subprocess.PIPE, text=True)
    ended = run(
        environ, subprocess.DEVNULL, "receipts", "export", "--workspace", slug, "-o", str(fifo)
    )
    content, _ = reader.communicate(timeout=60)
    assert ended.returncode == 0
    assert content.startswith('[{"id":')
    assert fifo.is_fifo()
