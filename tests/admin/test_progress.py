"""A bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import io

import pytest

from consent_app.admin import progress
from consent_app.admin.progress import Progress


class Terminal(io.StringIO):
    """A terminal, as far as a bar asks."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_count_share_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.0)
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
