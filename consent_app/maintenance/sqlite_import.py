"""Filling a new PostgreSQL database with everything that an SQLite database has."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from consent_app.db.distribution import TABLES, is_distributed
from consent_app.db.explanations import describe_database_error, explanation
from consent_app.db.ids import id_time, lowest_id
from consent_app.db.months import next_month
from consent_app.maintenance import queries
from consent_app.maintenance.sqlite_backup import BackupError, check_whole, open_read_only
from consent_app.migrations.migrate import models_metadata
from consent_app.migrations.revisions import applied_revisions, can_serve, newest_revisions
from consent_app.receipts.service import make_partition

BATCH = 1000

Report = Callable[[int, float], None]
"""Is called with the rows copied and their share of all."""


def fill(target: Engine, file: Path, progress: Report) -> int:
    """Copy every row of the SQLite database ``file``, in one transaction. Return their number.

    Only reads ``file``. Raises BackupError if it is not complete or has a value that PostgreSQL
    cannot store, if one of the two has another schema, and if the target already has accounts or
    workspaces, or is distributed. Then the target is unchanged.
    """
    check_whole(file)
    source = create_engine("sqlite://", creator=lambda: open_read_only(file))
    try:
        with source.connect() as reading, target.begin() as writing:
            # Otherwise each statement would read another instant of a file that is in use.
            reading.exec_driver_sql("BEGIN")
            _require_schema(reading, str(file))
            _require_schema(writing, "The PostgreSQL database")
            if is_distributed(writing):
                raise BackupError(
                    "The PostgreSQL database is distributed. Import into one that is not, and run"
                    " `consent-app distribute` afterwards."
                )
            return _copy(reading, writing, progress)
    except SQLAlchemyError as error:
        raise BackupError(f"{file} cannot be imported: {_explain(error)}") from None
    finally:
        source.dispose()


def _explain(error: SQLAlchemyError) -> str:
    if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error):
        # What explains errors of the service's own database would be wrong for this file.
        return describe_database_error(error)
    return explanation(error) or describe_database_error(error)


def _require_schema(connection: Connection, name: str) -> None:
    if applied_revisions(connection) != newest_revisions():
        if can_serve(connection):
            raise BackupError(
                f"{name} has the schema of a later release. Install that release to import."
            )
        raise BackupError(
            f"{name} does not have this release's schema. Run `consent-app migrate` with"
            " consent.database_url set to it."
        )


def _copy(reading: Connection, writing: Connection, progress: Report) -> int:
    tables = models_metadata().sorted_tables
    accounts = [table for table in tables if table.name in ("users", "workspaces")]
    # Otherwise a registration, or a second import, could still commit after the count.
    queries.lock_tables(writing, accounts)
    if any(queries.count_rows(writing, table) for table in accounts):
        raise BackupError(
            "The PostgreSQL database already has accounts or workspaces. Import into a new one."
        )
    total = sum(queries.count_rows(reading, table) for table in tables)
    _make_months(reading, writing)
    # What a first start has left: the keys that it knows, and its periodic jobs.
    for table in reversed(tables):
        # The others have rows of workspaces only.
        if table.name not in TABLES:
            queries.delete_rows(writing, table)
    copied = 0
    for table in tables:
        try:
            for rows in queries.get_batches(reading, table, BATCH):
                queries.insert_rows(writing, table, rows)
                copied += len(rows)
                progress(copied, copied / total)
        except (ValueError, TypeError) as error:
            # Not its message, which may contain the value.
            reason = "a text with a NUL character" if "NUL" in str(error) else type(error).__name__
            raise BackupError(
                f"The file cannot be imported: its table {table.name} has a value that PostgreSQL"
                f" cannot store ({reason}). Correct it in the file, and import that again."
            ) from None
    return copied


def _make_months(reading: Connection, writing: Connection) -> None:
    # Otherwise all receipts would be in the default partition, and stay there.
    ids = models_metadata().tables["consent_receipts"].c.id
    first = queries.get_lowest(reading, ids, UUID(int=0))
    # Not every month until the newest: a clock that was wrong once may be decades away.
    while first is not None:
        month = id_time(first).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        make_partition(writing, month)
        first = queries.get_lowest(reading, ids, lowest_id(next_month(month)))
