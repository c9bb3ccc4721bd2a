"""Queries over any table: its encrypted columns, and all of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Column,
    Connection,
    ForeignKeyConstraint,
    Row,
    Table,
    func,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session


def get_encrypted(
    session: Session, column: Column[Any], after: UUID, newest: str, limit: int
) -> Sequence[Row[UUID, str]]:
    """Return primary key and value of those that do not begin with ``newest``, by primary key.

    That must be a single UUID.
    """
    (key,) = column.table.primary_key
    is_older = ~column.startswith(newest, autoescape=True)
    statement = select(key, column).where(key > after, column.is_not(None), is_older)
    return session.execute(statement.order_by(key).limit(limit)).all()


def find_encrypted_otherwise(
    connection: Connection, column: Column[Any], key_ids: Iterable[str]
) -> str | None:
    """Return a value that was encrypted with another key than these, or None."""
    others = [~column.startswith(f"{key_id}.", autoescape=True) for key_id in key_ids]
    value: str | None = connection.scalar(
        select(column).where(column.is_not(None), *others).limit(1)
    )
    return value


def replace_encrypted(
    session: Session, column: Column[Any], row_id: UUID, values: tuple[str, str]
) -> None:
    """Replace a value, the first of ``values``, by the second, unless it has changed in the
    meantime."""
    former, replacement = values
    (key,) = column.table.primary_key
    statement = update(column.table).where(key == row_id, column == former)
    session.execute(statement.values({column: replacement}))


def count_rows(connection: Connection, table: Table) -> int:
    """Return the number of a table's rows."""
    return connection.scalar(select(func.count()).select_from(table)) or 0


def get_batches(connection: Connection, table: Table, size: int) -> Iterator[list[dict[str, Any]]]:
    """Yield all rows by primary key, ``size`` at a time.

    A row that others of its table refer to comes before them.
    """
    own = [key for key in table.foreign_key_constraints if key.referred_table is table]
    if own:
        yield from _get_referred_first(connection, table, own, size)
        return
    statement = select(table).order_by(*table.primary_key)
    rows = connection.execution_options(yield_per=size).execute(statement).mappings()
    for batch in rows.partitions():
        yield [dict(row) for row in batch]


def _get_referred_first(
    connection: Connection, table: Table, own: list[ForeignKeyConstraint], size: int
) -> Iterator[list[dict[str, Any]]]:
    # Ids are not enough: the clock may have been set back before a session was opened from another.
    (key,) = table.primary_key
    references = [column for constraint in own for column in constraint.columns]
    rows = connection.execute(select(key, *references).order_by(key))
    ids = list(TopologicalSorter({row[0]: filter(None, row[1:]) for row in rows}).static_order())
    for start in range(0, len(ids), size):
        position = {row_id: at for at, row_id in enumerate(ids[start : start + size])}
        batch = connection.execute(select(table).where(key.in_(position))).mappings()
        yield sorted(map(dict, batch), key=lambda row: position[row[key.name]])


def lock_tables(connection: Connection, tables: Sequence[Table]) -> None:
    """Let nobody else write the tables until the transaction ends. PostgreSQL only."""
    names = ", ".join(table.name for table in tables)
    connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def insert_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows."""
    connection.execute(table.insert(), rows)


def delete_rows(connection: Connection, table: Table) -> None:
    """Delete all of a table's rows."""
    connection.execute(table.delete())


def get_lowest(connection: Connection, column: Column[UUID], least: UUID) -> UUID | None:
    """Return the lowest value of a column that is not below ``least``, or None."""
    return connection.scalar(select(func.min(column)).where(column >= least))
