"""How commands print what they list: columns for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import click
import orjson

Row = Mapping[str, Any]

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


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_text, value)) or "-"
    text = (
        " ".join(f"{key}={_text(each)}" for key, each in value.items())
        if isinstance(value, dict)
        else str(value)
    )
    # Names come from people: none of their characters moves the cursor.
    return "".join(char if char.isprintable() else "?" for char in text)
