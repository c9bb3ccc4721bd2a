"""Runs the migrations. ``consent-app migrate``, every start and ``make migration`` come here with a
connection of their own; the ``alembic`` command, with which developers go back to a former schema,
takes the database of ``development.ini`` or of ``-x ini=OTHER.ini``.
"""

from alembic import context
from sqlalchemy import MetaData
from sqlalchemy.engine import Connection

from consent_app.db.base import Base
from consent_app.migrations.migrate import (
    autogenerate_options,
    migration_connection,
    models_metadata,
)


def run(connection: Connection, metadata: MetaData) -> None:
    """Run each migration in its own transaction on PostgreSQL, where all others would wait for the
    locks of the first one until the last one has ended; on SQLite, in the transaction that
    ``connection`` is in, whose owner commits it."""
    is_sqlite = connection.dialect.name == "sqlite"
    options = autogenerate_options(connection)
    if not is_sqlite:
        # Ends what has only read: alembic begins no transaction within another one.
        connection.commit()
    context.configure(
        connection=connection,
        target_metadata=metadata,
        transaction_per_migration=not is_sqlite,
        # SQLite cannot alter most of a table: alembic copies it instead.
        render_as_batch=is_sqlite,
        # SQLite's DDL is transactional once its driver no longer commits by itself (db/engine.py).
        transactional_ddl=True,
        **options,
    )
    with context.begin_transaction():
        context.run_migrations()


def run_from_command_line() -> None:
    """Run with the database that an ini file names."""
    from consent_app.cli.ini import settings_of

    ini = context.get_x_argument(as_dictionary=True).get("ini", "development.ini")
    with migration_connection(settings_of(ini).migration_url) as connection:
        # A draft compares every model with the schema.
        run(connection, models_metadata())


if context.is_offline_mode():
    raise SystemExit("Migrations look at the database and cannot be written out beforehand.")
if "connection" in context.config.attributes:
    # Of the models, migrations take the names of constraints alone: none is imported.
    run(context.config.attributes["connection"], Base.metadata)
else:
    run_from_command_line()
