"""Queries over the encrypted columns of any table with a single UUID as its primary key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Row, select, update
from sqlalchemy.orm import Session


def get_encrypted(
    session: Session, column: Column[Any], after: UUID, newest: str, limit: int
) -> Sequence[Row[UUID, str]]:
    """Return primary key and value of those that do not begin with ``newest``, by primary key."""
    (key,) = column.table.primary_key
    is_older = ~column.startswith(newest, autoescape=True)
    statement = select(key, column).where(key > after, column.is_not(None), is_older)
    return session.execute(statement.order_by(key).limit(limit)).all()


def replace_encrypted(
    session: Session, column: Column[Any], row_id: UUID, values: tuple[str, str]
) -> None:
    """Replace a value, the first of ``values``, by the second, unless it has changed in the
    meantime."""
    former, replacement = values
    (key,) = column.table.primary_key
    statement = update(column.table).where(key == row_id, column == former)
    session.execute(statement.values({column: replacement}))
