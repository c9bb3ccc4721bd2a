"""INSERT with ON CONFLICT, which SQLAlchemy provides separately for each database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session


def upsert(connection: Session | Connection, table: Any) -> Any:
    """Return the INSERT into a table or model for the connection's database, to add a conflict
    clause to."""
    bind = connection.get_bind() if isinstance(connection, Session) else connection
    return upsert_of(bind.dialect.name, table)


def upsert_of(dialect: str, table: Any) -> Any:
    """Return the INSERT of a database known by its name, ``sqlite`` or ``postgresql``."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)
