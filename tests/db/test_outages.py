"""What is an outage of the database, and what is not."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.outages import is_outage


def test_a_statement_that_takes_too_long_is_an_error_and_no_outage(
    url: str, engines: list[Engine]
) -> None:
    engine = create_engine(url, options=DatabaseOptions(statement_seconds=1))
    engines.append(engine)
    with engine.connect() as connection, pytest.raises(OperationalError) as raised:
        connection.execute(text("SELECT pg_sleep(30)"))
    assert not is_outage(raised.value)
