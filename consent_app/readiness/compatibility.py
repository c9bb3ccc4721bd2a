"""Whether a process fits its database, checked at start and for the readiness route.

A server with other secret keys than the database was used with would sign people out, could not
read authenticators and would make proofs that cannot be checked. One on another schema would fail
at the first write. Both are reported at start instead.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError

from consent_app.application import Application
from consent_app.db.engine import sqlite_file
from consent_app.migrations.revisions import can_serve
from consent_app.readiness import queries
from consent_app.security.keyring import KeyRing
from consent_app.settings.error import OperatorError

_PURPOSE = "check:known-key"

OLD_SCHEMA = "The database does not have this release's schema. Run `consent-app migrate`."


class NotReadyError(OperatorError):
    """The process must not serve this database. The message says why and what to do."""


class SchemaError(NotReadyError):
    """The database has another schema than this release can work with."""


class KeysError(NotReadyError):
    """The secret keys do not match the database. The message names keys by id, never by value."""


class Leaving:
    """Whether this process is about to end: it still answers, but should get no new clients."""

    def __init__(self) -> None:
        self.begun = False

    def begin(self) -> None:
        """Record that the process is about to end."""
        self.begun = True


def check_file(url: str) -> None:
    """Raise SchemaError for an SQLite file that is missing, which connecting would create.

    A file that cannot be created is left to the attempt to connect.
    """
    with suppress(ArgumentError):
        file = sqlite_file(url)
        if file is not None and file.parent.is_dir() and not file.exists():
            raise SchemaError(f"There is no database at {file}. `consent-app migrate` creates it.")


def check_database(keys: KeyRing, connection: Connection) -> None:
    """Raise SchemaError or KeysError for a database that a process with ``keys`` does not fit.

    Raises sqlalchemy.exc.DBAPIError if the database is unavailable.
    """
    check_schema(connection)
    problem = _problem_of_keys(keys, queries.get_known_keys(connection))
    if problem is not None:
        raise KeysError(problem)


def check_schema(connection: Connection) -> None:
    """Raise SchemaError for a schema that this release cannot work with."""
    if not can_serve(connection):
        raise SchemaError(OLD_SCHEMA)


def check_writing(connection: Connection) -> None:
    """Raise sqlalchemy.exc.DBAPIError for a database that accepts no writes, such as a standby."""
    queries.try_writing(connection)


def check_start(app: Application) -> None:
    """Check the database like ``check_database``, and store the keys of this process in it."""
    check_file(app.settings.database_url)
    with app.database.autonomous_engine.begin() as connection:
        check_database(app.keys, connection)
        _register(app, connection)


def adopt_keys(app: Application) -> None:
    """Replace the stored keys with those of ``app``."""
    with app.database.autonomous_engine.begin() as connection:
        queries.delete_known_keys(connection)
        _register(app, connection)


def note_reencrypted(app: Application) -> None:
    """Store that everything in the database is encrypted with the primary key."""
    with app.database.autonomous_engine.begin() as connection:
        queries.set_primary_since(connection, app.keys.primary, app.now())


def _register(app: Application, connection: Connection) -> None:
    known_keys = queries.get_known_keys(connection)
    new = {
        key_id: _check_value(app.keys, key_id)
        for key_id in app.keys.ids
        if key_id not in known_keys
    }
    queries.add_known_keys(connection, new, app.now())
    primary = known_keys.get(app.keys.primary)
    # Not at every start, so that a process can also serve a database that accepts no writes.
    if primary is None or primary.primary_since is None:
        queries.set_primary_since(connection, app.keys.primary, app.now())


def _check_value(keys: KeyRing, key_id: str) -> bytes:
    return keys.derive(_PURPOSE, key_id)


def _problem_of_keys(keys: KeyRing, known_keys: dict[str, queries.StoredKey]) -> str | None:
    if not known_keys:
        return None
    shared = [key_id for key_id in keys.ids if key_id in known_keys]
    if not shared:
        return (
            "consent.secret_keys has none of the keys that this database was used with"
            f" ({', '.join(sorted(known_keys))}). Set one of those keys, or use another"
            " database. If the keys are lost, run `consent-app keys adopt`."
        )
    for key_id in shared:
        if _check_value(keys, key_id) != known_keys[key_id].check_value:
            return (
                f"The key {key_id} in consent.secret_keys differs from the key with this id that"
                " the database was used with. Set that key, or use another database."
            )
    return _problem_of_primary(keys, known_keys)


def _problem_of_primary(keys: KeyRing, known_keys: dict[str, queries.StoredKey]) -> str | None:
    used = [
        (key.primary_since, key_id)
        for key_id, key in known_keys.items()
        if key.primary_since is not None
    ]
    if not used:
        return None
    since, key_id = max(used)
    if key_id in keys.ids:
        return None
    return (
        f"consent.secret_keys lacks the key {key_id}, with which this database has been encrypted"
        f" since {since:%Y-%m-%d %H:%M} UTC. Set that key first, or use another database. If it is"
        " lost, run `consent-app keys adopt`."
    )
