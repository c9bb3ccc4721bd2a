"""How commands print: columns for people, JSON for programs."""

from __future__ import annotations

import io
import json
import os
import pty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TextIO

import click
import pytest

from consent_app.cli.output import Progress, confirm, instant, print_done, print_row, print_rows
from tests.support.commands import Run

ROWS = [
    {"name": "Kiln & Kelp", "plan": None, "suspended": False},
    {"name": "A\x1b[2J", "plan": "pro", "suspended": True},
]


def test_columns_are_as_wide_as_their_widest_value(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, as_json=False, empty="No workspace.")
    assert capsys.readouterr().out.splitlines() == [
        "name         plan  suspended",
        "Kiln & Kelp  -     no",
        # A name cannot move the cursor.
        "A?[2J        pro   yes",
    ]
    wide = [{"name": "窯と昆布", "plan": "[bold]pro"}, {"name": "Kiln", "plan": "x" * 300}]
    print_rows(wide, as_json=False, empty="No workspace.")
    assert capsys.readouterr().out.splitlines() == [
        "name      plan",
        # Each of these takes two places; nothing is markup, and nothing is cut off.
        "窯と昆布  [bold]pro",
        f"Kiln      {'x' * 300}",
    ]


def test_ids_stay_whole_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    number = "01a21fab-d68d-7181-9a10-98a59f52fcfc"
    row = {"id": number, "name": "A name of many words", "at": "2026-11-28T01:01:25Z"}
    for rows, columns in (([row], "70"), ([row | {"subjectId": number}], "40")):
        monkeypatch.setenv("COLUMNS", columns)
        with terminal() as (stream, until):
            monkeypatch.setattr("sys.stdout", stream)
            print_rows(rows, as_json=False, empty="No workspace.")
            stream.write("end\n")
            stream.flush()
            shown = until("end")
            monkeypatch.undo()
        assert shown.count(number) == len(rows[0]) - 2
        assert row["at"] in shown


def test_programs_get_one_array(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, as_json=True, empty="No workspace.")
    assert json.loads(capsys.readouterr().out) == ROWS
    print_rows([], as_json=True, empty="No workspace.")
    assert json.loads(capsys.readouterr().out) == []


def test_an_empty_list_is_reported_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows([], as_json=False, empty="No workspace.")
    assert capsys.readouterr() == ("", "No workspace.\n")


def test_one_thing_is_a_line_for_each_member(capsys: pytest.CaptureFixture[str]) -> None:
    print_row({"id": 7, "owners": ["a", "b"], "by": {"eu": 1}}, as_json=False)
    assert capsys.readouterr().out.splitlines() == ["id      7", "owners  a, b", "by      eu=1"]


def test_results_are_a_sentence_or_a_json_object(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_done("Deleted.", {"id": 7}, as_json=False)
    assert capsys.readouterr().out == "Deleted.\n"
    print_done("Deleted.", {"id": 7}, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"id": 7}


def test_instants_are_in_utc_to_the_second() -> None:
    assert instant(datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)) == "2026-01-02T03:04:05Z"
    assert instant(None) is None


@contextmanager
def terminal() -> Iterator[tuple[TextIO, Callable[[str], str]]]:
    """Open a terminal; yield it with a function that waits for a text and returns everything shown
    so far."""
    terminal, ours = pty.openpty()

    def until(text: str) -> str:
        output = b""
        while (
            text not in click.unstyle(output.decode(errors="replace"))
            and text.encode() not in output
        ):
            output += os.read(terminal, 4096)
        return output.decode()

    with os.fdopen(ours, "w") as stream:
        yield stream, until
    os.close(terminal)


def test_a_terminal_shows_count_share_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with terminal() as (stream, until):
        with Progress("receipts", stream) as progress:
            progress.show(1500, 0.5)
            assert "100%" not in until("50% 1,500 receipts")
            progress.show(2000)
            until("2,000 receipts")
            progress.show(3000, 1.0)
        until("100% 3,000 receipts")


def test_a_terminal_is_left_as_it_was_when_a_command_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with terminal() as (stream, until):
        with pytest.raises(RuntimeError), Progress("receipts", stream):
            raise RuntimeError
        # The cursor shows again.
        until("\x1b[?25h")


def test_progress_is_not_written_to_a_file() -> None:
    file = io.StringIO()
    with Progress("receipts", file) as progress:
        progress.show(1, 0.5)
        progress.show(2, 1.0)
    assert file.getvalue() == ""


def test_an_invalid_id_is_refused_with_an_explanation(run: Run) -> None:
    commands = (
        ("jobs", "requeue", "--id", "zzz"),
        ("api-key", "revoke", "zzz", "--workspace", "shop"),
        ("domain", "show", "zzz", "--workspace", "shop"),
        ("workspace", "list", "--cursor", "zzz"),
    )
    for command in commands:
        assert "'zzz' is not an id. The lists print ids in full." in run(*command, status=2)


def test_a_question_is_no_part_of_the_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    confirm("Delete it?", yes=False)
    output = capsys.readouterr()
    assert output.out == ""
    assert "Delete it? [y/N]" in output.err
