"""Names of constraints: an IntegrityError becomes a domain error by them. Widths of columns."""

from __future__ import annotations

from typing import Literal, get_args, get_origin, get_type_hints

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped

from consent_app.db.base import Base
from consent_app.migrations.migrate import models_metadata

LONGEST = 63
"""PostgreSQL cuts what is longer, and then finds nothing by it."""


def test_every_constraint_and_index_has_a_name_that_postgresql_keeps() -> None:
    names = [
        (table.name, str(named.name))
        for table in models_metadata().tables.values()
        for named in (*table.constraints, *table.indexes)
        # Boolean and Enum columns have some of theirs that no database gets.
        if not (isinstance(named, CheckConstraint) and named.name is None)
    ]
    assert len(names) > 100
    assert [name for _, name in names if name == "None" or len(name) > LONGEST] == []
    assert [name for name in names if names.count(name) > 1] == []


def test_every_column_with_fixed_values_has_room_for_each() -> None:
    """SQLite stores a text of any length, but PostgreSQL refuses one that is too long."""
    models_metadata()
    widths = {
        f"{mapper.class_.__name__}.{name}": (get_args(get_args(hint)[0]), column.type)
        for mapper in Base.registry.mappers
        for name, hint in get_type_hints(mapper.class_, include_extras=True).items()
        if get_origin(hint) is Mapped and get_origin(get_args(hint)[0]) is Literal
        for column in mapper.column_attrs[name].columns
    }
    assert "Membership.role" in widths
    for name, (values, kind) in widths.items():
        assert isinstance(kind, String), name
        assert kind.length is not None, name
        longest = max(values, key=len)
        assert len(longest) <= kind.length, f"{name} is too short for {longest!r}"
