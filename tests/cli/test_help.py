"""``--help`` of every command: the command's own words, without its imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

from consent_app.cli import HELP_FILE, main, stored_help
from consent_app.cli.commands import consent_app
from tools.help_texts import help_file

_SCRIPT = """
import sys
from consent_app.cli import main
assert main(sys.argv[1:]) == 0
assert "sqlalchemy" not in sys.modules
"""


def test_stored_help_texts_match_the_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert HELP_FILE.read_text(encoding="utf-8") == help_file(consent_app), "make docs"
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["user"], ["user", "list"], ["demo", "seed"], ["backup"]):
        arguments = [*words, "--help"]
        assert main(arguments) == 0
        help_text = capsys.readouterr().out
        assert help_text.startswith("Usage: consent-app " + " ".join(words))
        consent_app.main(arguments, prog_name="consent-app", standalone_mode=False)
        assert capsys.readouterr().out == help_text


def test_help_imports_no_command() -> None:
    command = [sys.executable, "-c", _SCRIPT, "demo", "seed", "-h"]
    completed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "--receipts" in completed.stdout


def test_a_narrow_terminal_has_lines_that_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert stored_help(["user", "list", "--help"]) is None
    assert main(["user", "list", "--help"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 60


@pytest.mark.parametrize("words", ["--help", "user list", "user nothing --help", "user --json -h"])
def test_other_arguments_go_to_the_command(words: str) -> None:
    assert stored_help(words.split()) is None
