"""The foreign keys of the models."""

from __future__ import annotations

from consent_app.migrations.migrate import models_metadata


def test_each_says_what_a_deletion_does() -> None:
    """Without it, an account, domain or workspace that such a row refers to cannot be deleted."""
    silent = {
        f"{table.name}.{'+'.join(column.name for column in key.columns)}"
        for table in models_metadata().tables.values()
        for key in table.foreign_key_constraints
        if key.ondelete is None
    }
    advice = 'add ondelete="CASCADE" or, if the row is to stay, ondelete="SET NULL"'
    assert silent == set(), advice
