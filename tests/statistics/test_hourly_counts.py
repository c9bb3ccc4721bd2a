"""Hourly counts are rolled up from the receipts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, text, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.statistics.hourly_counts import HOUR, hour_of, roll_up
from consent_app.statistics.models import hourly_counts_until
from consent_app.statistics.queries import hourly_counts_statement
from tests.factories import Site, make_panel, make_site
from tests.worlds import MovableClock

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
REFUSED = {"analytics": False, "marketing": False, "preferences": False}
START = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)  # a Wednesday


@pytest.fixture
def site(app: TestApp, application: Application, clock: MovableClock) -> Site:
    clock.freeze(START)
    # Other tests' clocks may have counted past that instant already.
    with application.database.transaction() as session:
        session.execute(update(hourly_counts_until).values(until=START))
    return make_site(make_panel(app, clock()))


def stats(site: Site, **query: Any) -> Any:
    status = query.pop("status", 200)
    asked = {"from": "2026-11-18T00:00:00Z", "to": "2026-11-18T23:00:00Z", "interval": "day"}
    clock = site.panel.app.application.clock
    now = clock()
    clock.freeze(START)  # when the access token was still good
    answer = site.panel.get("/v1/consent-stats", params={**asked, **query}, status=status)
    clock.freeze(now)
    return answer.json


def test_counting_again_changes_nothing_and_finds_what_was_late(
    application: Application, clock: MovableClock, site: Site
) -> None:
    clock.move(minutes=28)
    site.decide()
    clock.move(minutes=4)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: roll_up(application), range(3)))
    assert stats(site)["decisions"]["total"] == 1
    clock.move(minutes=-3)
    site.decide()  # with an id of the hour before
    clock.move(minutes=4)
    roll_up(application)
    roll_up(application)
    assert stats(site)["decisions"]["total"] == 2


def test_its_queries_are_few_and_an_hour_is_read_by_an_index(
    application: Application, clock: MovableClock, site: Site
) -> None:
    site.decide()
    roll_up(application)
    seen: list[str] = []

    def note(conn: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if "consent_" in statement:
            seen.append(statement)

    event.listen(application.database.engine, "before_cursor_execute", note)
    try:
        stats(site, interval="hour", groupBy="country")
    finally:
        event.remove(application.database.engine, "before_cursor_execute", note)
    assert len(seen) == 3
    dialect = application.database.dialect
    hour = hour_of(clock()) - 40 * HOUR - timedelta(days=400)
    statement = hourly_counts_statement(dialect, hour, hour + HOUR)
    explain = "EXPLAIN" if dialect == "postgresql" else "EXPLAIN QUERY PLAN"
    with application.database.engine.connect() as connection:
        if dialect == "postgresql":
            # The test's table is too small for an index to be worth it by itself.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        compiled = str(
            statement.compile(application.database.engine, compile_kwargs={"literal_binds": True})
        )
        plan = str(connection.exec_driver_sql(f"{explain} {compiled}").all())
    if dialect == "postgresql":
        assert "Seq Scan on consent_receipts" not in plan
    else:
        assert "SEARCH consent_receipts USING INDEX ix_consent_receipts_id" in plan
