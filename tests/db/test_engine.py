"""How connections to PostgreSQL are made, bounded and left."""

from __future__ import annotations

from sqlalchemy import Engine, text

from consent_app.db.engine import DatabaseOptions, create_engine


def shown(engine: Engine, name: str) -> str:
    with engine.connect() as connection:
        return str(connection.scalar(text(f"SHOW {name}")))


def test_statements_and_idle_transactions_end_but_not_those_of_exports(
    url: str, engines: list[Engine]
) -> None:
    options = DatabaseOptions(statement_seconds=7, idle_seconds=8)
    hurried = create_engine(url, options=options)
    patient = create_engine(url, options=options, patient=True)
    engines += [hurried, patient]
    assert shown(hurried, "statement_timeout") == "7s"
    assert shown(hurried, "idle_in_transaction_session_timeout") == "8s"
    assert shown(patient, "statement_timeout") == "0"
    assert {shown(item, "timezone").lower() for item in engines} == {"utc"}


def test_options_in_the_url_take_precedence(url: str, engines: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20statement_timeout%3D3s")
    engines.append(engine)
    assert shown(engine, "statement_timeout") == "3s"
    assert shown(engine, "idle_in_transaction_session_timeout") == "1min"
