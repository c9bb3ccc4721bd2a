"""``python -m tools.migration WHAT_CHANGES``: draft a migration from the models.

The models are compared with the schema that the existing migrations create in an empty SQLite
database, so that no database of the developer's is asked or changed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from alembic import command
from alembic.operations.ops import MigrationScript
from alembic.script import ScriptDirectory

from consent_app.migrations.migrate import (
    alembic_config,
    migration_connection,
    models_metadata,
    upgrade,
)

ROOT = Path(__file__).resolve().parent.parent
NAME = re.compile(r"[a-z][a-z0-9_]*")
# What alembic adds around each function's body.
REMARKS = re.compile(r"^ +# ### .*\n", re.MULTILINE)
NOTHING = """\
Nothing to draft: the models are what the migrations create. (A room without an __init__.py is not
found. To change only data, use --empty.)"""
HEADS = """\
Several migrations are the newest: {heads}. Change the down_revision of the one that is merged
later to the other."""


@click.command()
@click.argument("what_changes")
@click.option("--empty", is_flag=True, help="Draft a migration that changes no table.")
def main(what_changes: str, empty: bool) -> None:
    """Write alembic/versions/YYYY_MM_DD_WHAT_CHANGES.py, for you to check and complete."""
    if not NAME.fullmatch(what_changes):
        raise click.UsageError("Name the migration like a Python function, such as banner_notes.")
    revision = f"{datetime.now(UTC):%Y_%m_%d}_{what_changes}"
    path = Path(alembic_config().get_main_option("script_location") or "", "versions")
    path = path / f"{revision}.py"
    if path.exists():
        raise click.UsageError(f"{_shown(path)} exists. Delete it to draft it again.")
    heads = ScriptDirectory.from_config(alembic_config()).get_heads()
    if len(heads) > 1:
        raise click.ClickException(HEADS.format(heads=", ".join(sorted(heads))))
    _draft(path, what_changes, empty=empty)
    click.echo("Check it by the rules of CONTRIBUTING.md, Changing the schema.")


def _shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def _draft(path: Path, what_changes: str, *, empty: bool) -> None:
    models_metadata()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/empty.sqlite"
        upgrade(url)
        with migration_connection(url) as connection:
            config = alembic_config()
            config.attributes["connection"] = connection
            config.set_main_option("file_template", "%%(rev)s")

            command.revision(
                config,
                what_changes.replace("_", " ").capitalize() + ".",
                autogenerate=True,
                rev_id=path.stem,
                process_revision_directives=None if empty else _refuse_nothing,
            )
    path.write_text(REMARKS.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    for how in (["check", "--fix", "--select", "I"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *how, "--quiet", str(path)], check=True)


def _refuse_nothing(context: Any, heads: Any, scripts: list[MigrationScript]) -> None:
    operations = scripts[0].upgrade_ops
    if operations is None or operations.is_empty():
        raise click.ClickException(NOTHING)


if __name__ == "__main__":
    main()
