"""``help.json``: the text of each command's ``--help``.

Asking a command itself would import it, and with it most of the service.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from consent_app.cli import HELP_COLUMNS


def help_file(group: click.Group) -> str:
    """Return the expected content of ``help.json``."""
    context = click.Context(group, info_name="consent-app", **group.context_settings)
    context.terminal_width = HELP_COLUMNS - 2
    return json.dumps(dict(_texts(group, context)), indent=1, ensure_ascii=False) + "\n"


def _texts(group: click.Group, parent: click.Context) -> Iterator[tuple[str, str]]:
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None, "a command that is listed"
        context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
        yield context.command_path.partition(" ")[2], command.get_help(context)
        if isinstance(command, click.Group):
            yield from _texts(command, context)
