"""The indexes of the models."""

from __future__ import annotations

from sqlalchemy import Table, UniqueConstraint

from consent_app.migrations.migrate import models_metadata


def test_an_index_begins_with_each_foreign_key() -> None:
    """Without one, deleting a row reads every row of the tables that refer to it."""
    unindexed = set()
    for table in models_metadata().tables.values():
        indexes = _indexes(table)
        for key in table.foreign_key_constraints:
            columns = [column.name for column in key.columns]
            if not any(set(index[: len(columns)]) == set(columns) for index in indexes):
                unindexed.add(f"{table.name}.{'+'.join(columns)}")
    assert unindexed == set(), "add an Index to __table_args__ of the model"


def _indexes(table: Table) -> list[list[str]]:
    unique = [c for c in table.constraints if isinstance(c, UniqueConstraint)]
    return [
        [column.name for column in index.columns]
        for index in (table.primary_key, *table.indexes, *unique)
    ]
