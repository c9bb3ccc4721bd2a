"""``python -m tools.doc_links``: check the links and names in all Markdown files.

It checks relative links and their anchors; files, tests, ``make`` targets, operations, settings and
commands that are named in code spans; commands, with their options, also in blocks of code; and
that docs/README.md links to every page of docs/.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click

from consent_app.cli.commands import consent_app
from consent_app.openapi.document import Document
from consent_app.settings import Settings
from tools.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("docs", "clients", "integrations", "tools", "benchmarks", "tests", "consent_app")
FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(`+)(.+?)\1", re.DOTALL)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
FILE = re.compile(
    r"(?:docs|tools|tests|consent_app|clients|benchmarks|alembic|deploy)/[\w./-]*\w|[\w-]+\.(?:md|ini|cfg|yaml|toml|lock)"
)
OPERATION = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/(?:v1|\.well-known)/[^\s?]*)(?:\?\S*)?")
BLOCK = re.compile(rf"{FENCE.pattern}|(?:^ {{4}}[^\n]+\n)+", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"consent-app [a-z][^\n|;&<>)]*")
OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")
SETTING = re.compile(r"^consent\.([a-z_]+)|CONSENT_([A-Z_]+)")
# Placeholders for any name.
PLACEHOLDER = re.compile(r"NAME|VERSION|YYYY")
# Settings of the clients' examples, not of the service.
OTHER_VARIABLES = {"URL"}


def markdown_files(root: Path = ROOT) -> list[Path]:
    """Return every Markdown file of the project."""
    files = list(root.glob("*.md"))
    for folder in FOLDERS:
        files += (root / folder).rglob("*.md")
    return sorted(path for path in files if not {"node_modules", "generated"} & set(path.parts))


def slug(heading: str) -> str:
    """Return the anchor that GitHub creates for a heading."""
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Return the anchors of a page."""
    names: set[str] = set()
    for match in re.finditer(r"^#{1,6} +(.+?) *#*$", FENCE.sub("", text), re.MULTILINE):
        base = slug(match[1])
        number = 0
        while (name := f"{base}-{number}" if number else base) in names:
            number += 1
        names.add(name)
    return names | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def broken_links(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield each broken relative link of a file."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for target in LINK.findall(SPAN.sub("", text)):
        if re.match(r"[a-z][a-z+.-]*:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = (path.parent / name).resolve() if name else path
        if not linked.is_relative_to(root):
            yield f"{path.relative_to(root)}: {target} is outside the project"
        elif not linked.exists():
            yield f"{path.relative_to(root)}: {target} does not exist"
        elif anchor and anchor not in anchors(linked.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}: {target}: no such heading"


class Names:
    """The names in the code that a page may use."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.operations = {
            (method.upper(), pattern)
            for pattern, method, *_ in Document(read_yaml(root / "openapi.yaml")).operations()
        }
        self.settings = {field.name for field in fields(Settings)} | {
            *("stripe_secret_key", "stripe_webhook_secret", "stripe_prices", "stripe_api_base"),
            *("checkout_success_url", "checkout_cancel_url"),
        }
        self.targets = set(
            re.findall(r"^([a-z]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        )
        self.commands = dict(_commands(consent_app))

    def wrong(self, code: str, folder: Path) -> Iterator[str]:
        """Yield an error for a code span that names something missing.

        ``folder`` is the folder of its page."""
        if PLACEHOLDER.search(code):
            return
        if match := OPERATION.fullmatch(code):
            if (match[1], match[2]) not in self.operations:
                yield "there is no such operation"
        elif match := re.match(r"make ([a-z]+)", code):
            if match[1] not in self.targets:
                yield "there is no such target"
        elif match := re.match(r"consent-app ([a-z][a-z-]*(?: [a-z-]+)?)", code):
            yield from self._command(match[1], code)
        elif match := re.fullmatch(rf"({FILE.pattern})(::\w+)?", code):
            yield from self._file(match[1], match[2], folder)
        for key, variable in SETTING.findall(code):
            name = key or variable.lower().removesuffix("_file")
            if name not in self.settings and variable not in OTHER_VARIABLES:
                yield f"there is no setting {name}"

    def _command(self, words: str, code: str) -> Iterator[str]:
        command = self.commands.get(words) or self.commands.get(words.split()[0])
        is_half = isinstance(command, click.Group) and command is not self.commands.get(words)
        if command is None or is_half:
            yield "there is no such command"
            return
        options = {"--help", "--version"}.union(*(param.opts for param in command.params))
        for option in OPTION.findall(code):
            if option not in options:
                yield f"there is no option {option}"

    def _file(self, name: str, test: str | None, folder: Path) -> Iterator[str]:
        paths = [place / name for place in (self.root, folder) if (place / name).exists()]
        if not paths:
            yield "there is no such file"
        elif test and not re.search(rf"def {test[2:]}\b", paths[0].read_text(encoding="utf-8")):
            yield "there is no such test"


def _commands(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(group)
    for command in {*group.list_commands(ctx), *getattr(group, "commands", ())}:
        member = group.get_command(ctx, command)
        assert member is not None
        yield f"{name} {command}".strip(), member
        if isinstance(member, click.Group):
            yield from _commands(member, f"{name} {command}".strip())


def wrong_names(text: str, path: Path, names: Names) -> Iterator[str]:
    """Yield each code of a page that names something missing: a span, or a command in a block."""
    spans = [span for _, span in SPAN.findall(FENCE.sub("", text))]
    for block in BLOCK.finditer(text):
        spans += COMMAND.findall(block[0].replace("\\\n", " "))
    for span in spans:
        code = " ".join(span.split())
        for complaint in names.wrong(code, path.parent):
            yield f"{path.relative_to(names.root)}: `{code}`: {complaint}"


def unreachable(root: Path = ROOT) -> Iterator[str]:
    """Yield each page of docs/ that docs/README.md does not link to."""
    index = root / "docs" / "README.md"
    text = FENCE.sub("", index.read_text(encoding="utf-8"))
    linked = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(text)}
    for page in sorted((root / "docs").glob("*.md")):
        if page != index and page not in linked:
            yield f"{page.relative_to(root)} is not linked from docs/README.md"


def complaints() -> list[str]:
    """Return every error."""
    names = Names()
    errors = []
    for path in markdown_files():
        errors += broken_links(path)
        # A changelog may name removed things.
        if path.name != "CHANGELOG.md":
            errors += wrong_names(path.read_text(encoding="utf-8"), path, names)
    return [*errors, *unreachable()]


def main() -> None:
    """Print the errors, and exit with status 1 if there are any."""
    errors = complaints()
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        sys.exit(1)
    print(f"{len(markdown_files())} Markdown files checked.")


if __name__ == "__main__":
    main()
