"""The text of each command's ``--help``, which ``make docs`` writes into ``help.json``.

Asking a command itself would import it, and with it most of the service.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

FILE = Path(__file__).with_name("help.json")
COLUMNS = 80
"""The width of the texts. A narrower terminal needs another text."""
WANTED = ("-h", "--help")


def stored_help(words: Sequence[str]) -> str | None:
    """Return the text for ``COMMAND … --help``, or None if the command itself has to say it."""
    if len(words) < 2 or words[-1] not in WANTED:
        return None
    if shutil.get_terminal_size((COLUMNS, 24)).columns < COLUMNS:
        return None
    texts: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return texts.get(" ".join(words[:-1]))


def help_file(group: click.Group) -> str:
    """Return the expected content of ``help.json``."""
    context = click.Context(group, info_name="consent-app", **group.context_settings)
    context.terminal_width = COLUMNS - 2
    return json.dumps(dict(_texts(group, context)), indent=1, ensure_ascii=False) + "\n"


def _texts(group: click.Group, parent: click.Context) -> Iterator[tuple[str, str]]:
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None, "a command that is listed"
        context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
        yield context.command_path.partition(" ")[2], command.get_help(context)
        if isinstance(command, click.Group):
            yield from _texts(command, context)
