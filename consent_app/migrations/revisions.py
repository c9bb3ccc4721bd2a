"""Which migrations a database has had, and whether this release can work with it.

Checked at every start, so the revisions' names are read from their files. Alembic itself and the
modules of the migrations are only needed for migrating.
"""

from __future__ import annotations

import re
from functools import cache

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from consent_app.settings import project_file

_VERSION_TABLE = "alembic_version"
_VERSIONS = text(f"SELECT version_num FROM {_VERSION_TABLE}")  # noqa: S608 - a constant
_REVISION = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
_DOWN_REVISION = re.compile(r'^down_revision = (?:None|"(\w+)")$', re.MULTILINE)


def can_serve(connection: Connection) -> bool:
    """Return whether this release can work with the schema: its own, or a later release's.

    A later release's revision is unknown here. Its migrations only add, so that the former release
    can serve until it is replaced.
    """
    applied = applied_revisions(connection)
    return applied == newest_revisions() or not applied <= known_revisions().keys()


def applied_revisions(connection: Connection) -> frozenset[str]:
    """Return the newest revisions of the database; none for a database without a schema."""
    if not inspect(connection).has_table(_VERSION_TABLE):
        return frozenset()
    return frozenset(connection.scalars(_VERSIONS))


def newest_revisions() -> frozenset[str]:
    """Return the revisions of this installation that no other one follows."""
    revisions = known_revisions()
    return frozenset(revisions.keys() - revisions.values())


@cache
def known_revisions() -> dict[str, str | None]:
    """Return all revisions of this installation, each with the one that it follows.

    Raises ValueError for a file without a revision.
    """
    # Found by one of our files: in an installation, the folder next to the package is the library
    # alembic.
    folder = project_file("alembic/env.py").parent / "versions"
    revisions: dict[str, str | None] = {}
    for path in folder.glob("*.py"):
        content = path.read_text(encoding="utf-8")
        revision, former = _REVISION.search(content), _DOWN_REVISION.search(content)
        if revision is None or former is None:
            raise ValueError(f"{path.name} does not say which revision it is and follows")
        revisions[revision[1]] = former[1]
    return revisions
