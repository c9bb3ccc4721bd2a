"""How commands print: columns for people, JSON for programs."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime

import pytest

from consent_app.admin import output
from consent_app.admin.output import Progress, instant, print_done, print_row, print_rows

ROWS = [
    {"name": "Kiln & Kelp", "plan": None, "suspended": False},
    {"name": "A\x1b[2J", "plan": "pro", "suspended": True},
]


def test_columns_are_as_wide_as_what_is_in_them(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, as_json=False, nothing="No workspace.")
    assert capsys.readouterr().out.splitlines() == [
        "name         plan  suspended",
        "Kiln & Kelp  -     no",
        # Nothing of a name moves the cursor.
        "A?[2J        pro   yes",
    ]


def test_programs_get_one_array(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, as_json=True, nothing="No workspace.")
    assert json.loads(capsys.readouterr().out) == ROWS
    print_rows([], as_json=True, nothing="No workspace.")
    assert json.loads(capsys.readouterr().out) == []


def test_an_empty_list_says_so_beside_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows([], as_json=False, nothing="No workspace.")
    assert capsys.readouterr() == ("", "No workspace.\n")


def test_one_thing_is_a_line_for_each_member(capsys: pytest.CaptureFixture[str]) -> None:
    print_row({"id": 7, "owners": ["a", "b"], "by": {"eu": 1}}, as_json=False)
    assert capsys.readouterr().out.splitlines() == ["id      7", "owners  a, b", "by      eu=1"]


def test_what_was_done_is_a_sentence_or_what_it_was_done_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_done("Deleted.", {"id": 7}, as_json=False)
    assert capsys.readouterr().out == "Deleted.\n"
    print_done("Deleted.", {"id": 7}, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"id": 7}


def test_instants_are_in_utc_to_the_second() -> None:
    assert instant(datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)) == "2026-01-02T03:04:05Z"
    assert instant(None) is None


class Terminal(io.StringIO):
    """A terminal, as far as a bar asks."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_count_share_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "EVERY_SECONDS", 0.0)
    terminal = Terminal()
    bar = Progress("receipts", stream=terminal)
    bar.show(1500, 0.5)
    assert "[###############...............]  50% 1,500 receipts" in terminal.getvalue()
    bar.show(2000)
    assert "\r2,000 receipts" in terminal.getvalue()
    bar.end(3000)
    last = terminal.getvalue().split("\r")[-1]
    assert last.startswith("[##############################] 100% 3,000 receipts")
    assert last.endswith("\n")


def test_it_is_drawn_so_often_and_no_more() -> None:
    terminal = Terminal()
    bar = Progress("receipts", stream=terminal)
    for count in range(1000):
        bar.show(count, 0.1)
    assert terminal.getvalue().count("\r") < 100


def test_a_file_gets_nothing() -> None:
    file = io.StringIO()
    bar = Progress("receipts", stream=file)
    bar.show(1, 0.5)
    bar.end(2)
    assert file.getvalue() == ""
