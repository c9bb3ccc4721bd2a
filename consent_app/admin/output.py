"""How commands print: columns for people, JSON for programs, and how far a long one is.

That is told by a bar, on a terminal's standard error alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TextIO
from uuid import UUID

import click
import orjson

Row = Mapping[str, Any]

BAR_WIDTH = 30
EVERY_SECONDS = 0.1

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask first.")
workspace_option = click.option(
    "--workspace", "slug", required=True, metavar="SLUG", help="The workspace's slug."
)


def limit_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--limit`` and ``--cursor``, for lists in pages."""
    function = click.option(
        "--cursor", type=UUID, metavar="ID", help="Continue after the one with this id."
    )(function)
    return click.option(
        "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many."
    )(function)


def print_rows(rows: Sequence[Row], *, as_json: bool, nothing: str) -> None:
    """Print rows of the same columns. ``nothing`` is told on standard error where there are none.

    JSON is one array of objects.
    """
    if as_json:
        click.echo(orjson.dumps(list(rows), option=orjson.OPT_INDENT_2))
        return
    if not rows:
        click.echo(nothing, err=True)
        return
    names = list(rows[0])
    lines = [names, *([_text(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[index]) for line in lines) for index in range(len(names))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def print_row(row: Row, *, as_json: bool) -> None:
    """Print one thing: a line for each of its members, or a JSON object."""
    if as_json:
        click.echo(orjson.dumps(dict(row), option=orjson.OPT_INDENT_2))
        return
    width = max(map(len, row))
    for name, value in row.items():
        click.echo(f"{name.ljust(width)}  {_text(value)}")


def print_done(text: str, row: Row, *, as_json: bool) -> None:
    """Say what was done: a sentence for people, what it was done to for programs."""
    if as_json:
        print_row(row, as_json=True)
    else:
        click.echo(text)


def instant(value: datetime | None) -> str | None:
    """Return an instant as commands write it."""
    return f"{value:%Y-%m-%dT%H:%M:%SZ}" if value is not None else None


@dataclass(slots=True)
class Progress:
    """``what`` is counted, such as ``receipts``. Where ``stream`` is no terminal, nothing shows."""

    what: str
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    _shown_at: float = field(default=0.0, init=False)
    _began_at: float = field(default_factory=time.monotonic, init=False)

    def show(self, count: int, share: float | None = None) -> None:
        """Show a count and, where it is known, which share of the whole (0 to 1) it is."""
        now = time.monotonic()
        if self.stream.isatty() and now - self._shown_at >= EVERY_SECONDS:
            self._shown_at = now
            self._write(count, share, now)

    def end(self, count: int) -> None:
        """Show the last count, and go to the next line."""
        if self.stream.isatty():
            self._write(count, 1.0, time.monotonic())
            print(file=self.stream)

    def _write(self, count: int, share: float | None, now: float) -> None:
        rate = count / max(now - self._began_at, 0.001)
        bar = ""
        if share is not None:
            full = round(BAR_WIDTH * min(max(share, 0.0), 1.0))
            bar = f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {min(max(share, 0.0), 1.0):4.0%} "
        line = f"\r{bar}{count:,} {self.what}, {rate:,.0f}/s\x1b[K"
        print(line, end="", file=self.stream, flush=True)


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_text, value)) or "-"
    text = (
        " ".join(f"{key}={_text(item)}" for key, item in value.items())
        if isinstance(value, dict)
        else str(value)
    )
    # Names come from people: none of their characters moves the cursor.
    return "".join(char if char.isprintable() else "?" for char in text)
