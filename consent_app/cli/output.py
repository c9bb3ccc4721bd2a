"""How commands ask and print: columns for people, JSON for programs, the progress of long commands.

Also how they end while they write a file.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TextIO
from uuid import UUID

import click
import orjson

if TYPE_CHECKING:
    # Imported where something is printed: most commands do not pay for it.
    from rich.table import Table

Row = Mapping[str, Any]

MAX_WIDTH = 10_000
"""The width of a line that is written into a file."""


class _Id(click.ParamType[UUID]):
    name = "uuid"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> UUID:
        try:
            return value if isinstance(value, UUID) else UUID(value)
        except ValueError:
            self.fail(f"{value!r} is not an id. The lists print ids in full.", param, ctx)


ID = _Id()
"""The type of an argument that is an id: a UUID."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
yes_option = click.option(
    "--yes", is_flag=True, help="Do not ask for confirmation, as in a script."
)
workspace_option = click.option(
    "--workspace", "slug", required=True, metavar="SLUG", help="The workspace's slug."
)
limit_option = click.option(
    "--limit",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=100,
    show_default=True,
    help="The maximum number.",
)


def page_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--limit`` and ``--cursor``, for lists in pages."""
    function = click.option(
        "--cursor", type=ID, metavar="ID", help="Continue after the one with this id."
    )(function)
    return limit_option(function)


def confirm(question: str, *, yes: bool) -> None:
    """Ask before what cannot be undone, unless ``yes``.

    Raises Abort for any answer but yes, also where nobody answers, as in a script.
    """
    if not yes:
        click.confirm(_text(question), abort=True, err=True)


def print_rows(rows: Sequence[Row], *, as_json: bool, empty: str) -> None:
    """Print rows of the same columns. ``empty`` is printed on standard error if there are none.

    JSON is one array of objects.
    """
    if as_json:
        click.echo(orjson.dumps(list(rows), option=orjson.OPT_INDENT_2))
        return
    if not rows:
        click.echo(empty, err=True)
        return
    from rich.table import Column, Table
    from rich.text import Text

    lines = [[_text(value) for value in row.values()] for row in rows]
    # Where a terminal is narrow, texts are wrapped, and single words such as ids stay whole.
    are_words = [all(" " not in text for text in texts) for texts in zip(*lines, strict=True)]
    columns = map(partial(Column, overflow="fold"), rows[0])
    table = Table(*columns, box=None, pad_edge=False)
    for column, is_words in zip(table.columns, are_words, strict=True):
        column.no_wrap = is_words
    for line in lines:
        table.add_row(*map(Text, line))
    _print_table(table)


def print_row(row: Row, *, as_json: bool) -> None:
    """Print one thing: a line for each of its members, or a JSON object."""
    if as_json:
        click.echo(orjson.dumps(dict(row), option=orjson.OPT_INDENT_2))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for name, value in row.items():
        table.add_row(name, Text(_text(value), overflow="fold"))
    _print_table(table)


def print_done(text: str, row: Row, *, as_json: bool) -> None:
    """Print the result: a sentence for people, or the changed object as JSON for programs."""
    if as_json:
        print_row(row, as_json=True)
    else:
        click.echo(text)


def instant(value: datetime | None) -> str | None:
    """Return an instant as commands write it."""
    return f"{value:%Y-%m-%dT%H:%M:%SZ}" if value is not None else None


class Progress:
    """A context manager that shows the progress of a long command, on a terminal only.

    ``task`` names the things counted, such as ``receipts``; ``stream`` is standard error.
    """

    def __init__(self, task: str, stream: TextIO | None = None) -> None:
        from rich import progress
        from rich.console import Console

        console = Console(file=stream or sys.stderr)
        self._bar = progress.Progress(
            progress.BarColumn(),
            progress.TaskProgressColumn(show_speed=True),
            progress.TextColumn("{task.completed:,.0f} {task.description}"),
            progress.TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(task, total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def show(self, count: int, share: float | None = None) -> None:
        """Show a count and, if it is known, the share of the total (0 to 1)."""
        self._bar.update(self._task, completed=count, total=count / share if share else None)


@contextmanager
def removing_unfinished() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise SystemExit in the block, so that unfinished files are removed.

    Elsewhere they end a command at once, even if it waits for the database.
    """
    numbers = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is signal.SIG_DFL
    ]

    def end(number: int, frame: Any) -> None:
        raise SystemExit(128 + number)

    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _print_table(table: Table) -> None:
    from rich.console import Console

    # A program that reads the output gets a row on one line, however long. No word is broken on a
    # terminal that is too narrow, so that ids can be copied: it continues on its next line.
    console = Console(width=None if sys.stdout.isatty() else MAX_WIDTH)
    unlimited = console.options.update(max_width=MAX_WIDTH)
    console.width = max(console.width, console.measure(table, options=unlimited).minimum)
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        click.echo(line.rstrip())


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
