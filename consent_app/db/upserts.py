"""INSERT with ON CONFLICT, which SQLAlchemy provides separately for each database."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session


def upsert(session: Session, table: Any) -> Any:
    """Return the INSERT into a table or model for the session's database, to add a conflict clause
    to."""
    return upsert_of(session.get_bind().dialect.name, table)


def upsert_of(dialect: str, table: Any) -> Any:
    """Return the INSERT of a database known by its name, ``sqlite`` or ``postgresql``."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)
