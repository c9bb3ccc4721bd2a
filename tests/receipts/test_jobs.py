"""The job that prepares months of receipts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from consent_app.application import Application
from consent_app.jobs import RetryLater
from consent_app.receipts.jobs import prepare_partitions
from tests.support.harness import MovableClock, make_application, make_settings

RELATIONS = text(
    "SELECT relname FROM pg_class WHERE relname LIKE 'consent_receipts_202_%' AND relkind IN"
    " ('r', 'i') AND relname !~ 'pkey|idx'"
)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_month_that_fails_does_not_keep_the_others(
    fresh_database_url: str, tmp_path: Path
) -> None:
    app = make_application(make_settings(fresh_database_url, tmp_path))
    app.clock = clock = MovableClock()
    clock.freeze(datetime(2026, 8, 10, tzinfo=UTC))
    engine = app.database.engine
    prepare_partitions(app, {})
    clock.freeze(datetime(2026, 11, 21, tzinfo=UTC))
    with engine.begin() as connection:
        # In the way: a table of December, and an index of September.
        connection.execute(text("CREATE TABLE consent_receipts_2026_12 (id uuid)"))
        connection.execute(text("CREATE TABLE consent_receipts_2026_09_trigrams (id uuid)"))
    with pytest.raises(RetryLater) as raised:
        prepare_partitions(app, {})
    assert raised.value.reason == (
        "Months of receipts were not prepared: consent_receipts_2026_12,"
        " the index of consent_receipts_2026_09."
    )
    with engine.begin() as connection:
        relations = set(connection.scalars(RELATIONS))
        assert {"consent_receipts_2027_01", "consent_receipts_2027_02"} <= relations
        assert "consent_receipts_2026_10_trigrams" in relations
        connection.execute(text("DROP TABLE consent_receipts_2026_12"))
        connection.execute(text("DROP TABLE consent_receipts_2026_09_trigrams"))
    prepare_partitions(app, {})
    with engine.connect() as connection:
        relations = set(connection.scalars(RELATIONS))
    assert {"consent_receipts_2026_12", "consent_receipts_2026_09_trigrams"} <= relations
    app.database.dispose()


@pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)
def test_preparing_partitions_does_nothing_on_sqlite(application: Application) -> None:
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    engine = application.database.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        prepare_partitions(application, {})
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert statements == []
