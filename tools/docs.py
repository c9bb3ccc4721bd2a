"""``python -m tools.docs``: write the generated pages of docs/, and the texts of ``--help``.

The errors come from ``consent_app.errors`` and from the operations of openapi.yaml that declare
them, the permissions from the operations' descriptions, the commands from the parser of
``consent-app``. ``--check`` (in ``make check``) fails if a
file is out of date.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from consent_app.cli import HELP_FILE
from consent_app.cli.commands import consent_app
from consent_app.errors.base import AppError
from consent_app.errors.catalogue import catalogue
from consent_app.openapi.document import Document
from tools.events_page import events_page
from tools.help_texts import help_file
from tools.jurisdictions_page import jurisdictions_page
from tools.notifications_page import notifications_page
from tools.permissions_page import permissions_page
from tools.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
NOTIFICATIONS = DOCS / "notifications.md"
PROBLEM = "application/problem+json"
MADE = "<!-- Written by `make docs` from the code; not edited by hand. -->\n"
ANY = "any operation"
MAX_NAMED = 6
"""Errors of more operations than this are listed without the operations' names."""

ERRORS = """\
# Errors

Every error is `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)):

```json
{"type": "about:blank", "title": "The request is not valid", "status": 400,
 "detail": "One or more parts of the request are not valid. See errors.",
 "code": "validation_failed",
 "errors": [{"pointer": "#/email", "message": "must be an email address"}]}
```

Handle errors by their `code`, and by their status if you do not know the code, because releases
may add codes ([versioning.md](versioning.md)). Show `detail` to people. Errors about one or more
fields have `errors`, in which `pointer` is a JSON Pointer into the body, or `#/query/NAME`,
`#/path/NAME` or `#/header/NAME`. Errors never repeat values of the request. The
[clients](../clients) raise typed errors with these members.

"""

COMMANDS = """\
# Commands

Operators use `consent-app`; `consent-app COMMAND --help` describes each of its commands. Commands
read their settings from the environment and, if `--ini` names a file, from that file
([settings.md](settings.md)). For the service that `make serve` runs in a checkout, enter for
example `.venv/bin/consent-app jobs list --ini development.ini`.
[self-hosting.md](self-hosting.md) explains when to use which command.

| exit status | meaning |
|---|---|
| 0 | success, also if there was nothing to do |
| 1 | cancelled, done only in part, or a check found a problem; what the command prints says which |
| 2 | an error that you have to fix first, which the last lines of standard error describe |
| 141 | the program that reads the output, such as `head`, ended first |

"""


def errors_page() -> str:
    """Return docs/errors.md."""
    rows = [
        f"| {error.status} | `{error.code}` | {_meaning(error)} | {error.resolution} | {used} |"
        for error, used in ((error, _operations_of(error)) for error in catalogue())
    ]
    head = "| status | code | meaning | solution | returned by |\n|---|---|---|---|---|\n"
    return f"{ERRORS}{MADE}\n{head}" + "\n".join(rows) + "\n"


def _meaning(error: type[AppError]) -> str:
    if error is AppError:
        return "An unexpected error occurred on the server."
    # The rest of the docstring is for code that raises the error.
    text = " ".join((inspect.getdoc(error) or "").split()).partition(". ")[0].rstrip(".")
    return text.replace("``", "`").replace("|", "\\|") + "."


def _operations_of(error: type[AppError]) -> str:
    names = sorted(name for name, codes in _codes_by_operation().items() if error.code in codes)
    if not names or len(names) > MAX_NAMED:
        return ANY if not names or len(names) > 2 * MAX_NAMED else f"{len(names)} operations"
    return ", ".join(f"`{name}`" for name in names)


@cache
def _document() -> Document:
    return Document(read_yaml(ROOT / "openapi.yaml"))


@cache
def _codes_by_operation() -> dict[str, set[str]]:
    document = _document()
    codes_by_operation: dict[str, set[str]] = {}
    for pattern, method, _, operation in document.operations():
        codes = codes_by_operation.setdefault(f"{method.upper()} {pattern}", set())
        for answer in operation["responses"].values():
            content = document.resolve(answer).get("content", {}).get(PROBLEM, {})
            for example in content.get("examples", {}).values():
                codes.add(document.resolve(example)["value"]["code"])
            if "example" in content:
                codes.add(content["example"]["code"])
    return codes_by_operation


def commands_page() -> str:
    """Return docs/commands.md."""
    settings = consent_app.context_settings
    context = click.Context(consent_app, info_name="consent-app", **settings)
    rows = "\n".join(_rows(consent_app, context))
    return f"{COMMANDS}{MADE}\n| command | what it does |\n|---|---|\n{rows}\n"


def _rows(group: click.Group, ctx: click.Context) -> Iterator[str]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=ctx)
        if isinstance(command, click.Group):
            yield from _rows(command, inner)
            continue
        parts = [piece for param in command.params for piece in _usage(param, inner)]
        usage = " ".join([inner.command_path, *parts]).replace("|", "\\|")
        yield f"| `{usage}` | {command.get_short_help_str(200).rstrip('.')} |"


def _usage(param: click.Parameter, ctx: click.Context) -> Iterator[str]:
    if isinstance(param, click.Argument):
        yield param.make_metavar(ctx)
    elif isinstance(param, click.Option) and not param.hidden:
        value = "" if param.is_flag else f" {param.make_metavar(ctx)}"
        text = f"{param.opts[-1]}{value}"
        yield text if param.required else f"[{text}]"


def pages() -> dict[Path, str]:
    """Return the text of each generated file."""
    return {
        DOCS / "errors.md": errors_page(),
        DOCS / "commands.md": commands_page(),
        DOCS / "jurisdictions.md": jurisdictions_page(MADE),
        DOCS / "audit-events.md": events_page(MADE),
        DOCS / "permissions.md": permissions_page(_document(), MADE),
        NOTIFICATIONS: notifications_page(NOTIFICATIONS.read_text(encoding="utf-8")),
        HELP_FILE: help_file(consent_app),
    }


def stale() -> list[Path]:
    """Return the pages that are out of date."""
    return [
        path
        for path, text in pages().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main() -> None:
    """Write the files, or with ``--check`` exit with status 1 if one is out of date."""
    if sys.argv[1:] == ["--check"]:
        for path in stale():
            print(f"{path.relative_to(ROOT)} is out of date: run make docs", file=sys.stderr)
        sys.exit(bool(stale()))
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
