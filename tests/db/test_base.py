"""Names of constraints: an IntegrityError becomes a domain error by them."""

from __future__ import annotations

from sqlalchemy import CheckConstraint

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
