"""Hourly counts are rolled up from the receipts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import event, select, text

from consent_app.application import Application
from consent_app.statistics.models import rule_counts
from consent_app.statistics.queries import ReceiptRange, hourly_counts_statement
from consent_app.statistics.roll_ups import HOUR, hour_of, roll_up, roll_up_presentations
from tests.support.databases import DIALECTS
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import MovableClock
from tests.support.statistics import REFUSED, START, stats


@pytest.mark.cluster
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


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_counting_again_writes_only_what_has_changed(
    application: Application, clock: MovableClock, site: Site
) -> None:
    """Otherwise every hour is written a dozen times: gigabytes of write-ahead log a day."""
    own = f"WHERE workspace_id = '{site.panel.organization['id']}'"

    def rows() -> list[Any]:
        roll_up(application)
        roll_up_presentations(application)
        counts = "consent_figures", "consent_rule_counts", "consent_presentation_counts"
        with application.database.session(read_only=True) as session:
            return [
                session.execute(text(f"SELECT ctid, count FROM {table} {own}")).all()
                for table in counts
            ]

    ruled = {"ruleId": "eu", "ruleVersion": 1}
    # So that both decisions are of the same hour.
    clock.move(minutes=(90 - clock().minute) % 60)
    site.decide(**ruled)
    clock.move(minutes=2)
    before = rows()
    assert [[row.count for row in of_table] for of_table in before] == [[1], [1], [1]]
    assert rows() == before
    site.decide(**ruled)
    assert [[row.count for row in of_table] for of_table in rows()] == [[2], [2], [2]]


@pytest.mark.cluster
def test_what_is_erased_in_the_last_hour_is_not_counted(
    application: Application, clock: MovableClock, site: Site
) -> None:
    ruled = {"ruleId": "eu", "ruleVersion": 1}
    erased = site.decide(action="reject_all", **REFUSED, **ruled).json["id"]
    site.decide()
    roll_up(application)
    roll_up_presentations(application)
    clock.move(minutes=2)
    site.panel.post(f"/v1/consent-events/{erased}/erasure", status=200)
    for _ in range(2):
        assert site.panel.get("/v1/consent-totals").json["total"] == 1
        assert stats(site)["decisions"]["total"] == 1
        assert stats(site, groupBy="surface")["decisions"]["total"] == 1
        assert stats(site)["decisions"]["groups"][0]["key"] == "accept_all"
        roll_up(application)
        roll_up_presentations(application)
    with application.database.session(read_only=True) as session:
        ruled_workspaces = set(session.scalars(select(rule_counts.c.workspace_id)))
    assert UUID(site.panel.organization["id"]) not in ruled_workspaces


@pytest.mark.cluster
def test_what_is_erased_just_after_its_hour_began_is_not_counted(
    application: Application, clock: MovableClock, site: Site
) -> None:
    # Counting has reached the present hour, though what it counted is complete to the one before.
    clock.freeze(START.replace(hour=10, minute=0, second=10))
    own_site, other_site = (make_site(make_panel(site.panel.app, clock())) for _ in range(2))
    erased = own_site.decide().json["id"]
    other_site.decide()
    clock.move(seconds=10)
    roll_up(application)
    roll_up_presentations(application)
    clock.move(minutes=2)
    own_site.panel.post(f"/v1/consent-events/{erased}/erasure", status=200)
    # Another workspace's stay.
    assert other_site.panel.get("/v1/consent-totals").json["total"] == 1
    query = {"from": "2026-11-18T00:00:00Z", "to": "2026-11-18T23:00:00Z", "interval": "day"}
    by_surface = {**query, "groupBy": "surface"}
    for _ in range(2):
        assert own_site.panel.get("/v1/consent-totals").json["total"] == 0
        answer = own_site.panel.get("/v1/consent-stats", params=by_surface).json
        assert answer["decisions"]["total"] == 0
        clock.move(minutes=5)
        roll_up(application)
        roll_up_presentations(application)


@pytest.mark.cluster
def test_what_was_counted_for_good_stays_after_an_erasure(
    application: Application, clock: MovableClock, site: Site
) -> None:
    clock.freeze(START - timedelta(hours=2))
    erased = site.decide().json["id"]
    roll_up(application)
    clock.freeze(START)
    roll_up(application)
    site.panel.post(f"/v1/consent-events/{erased}/erasure", status=200)
    assert site.panel.get("/v1/consent-totals").json["total"] == 1


# A worker of a cluster plans for itself, so enable_seqscan does not reach it.
@pytest.mark.parametrize("dialect", DIALECTS, indirect=True)
def test_its_queries_are_few_and_an_hour_is_read_by_an_index(
    application: Application, clock: MovableClock, site: Site
) -> None:
    site.decide()
    roll_up(application)
    statements: list[str] = []

    def note(conn: Any, cursor: Any, statement: str, *args: Any) -> None:
        if "consent_" in statement:
            statements.append(statement)

    event.listen(application.database.engine, "before_cursor_execute", note)
    try:
        stats(site, interval="hour", groupBy="country")
    finally:
        event.remove(application.database.engine, "before_cursor_execute", note)
    assert len(statements) == 3
    dialect = application.database.dialect
    hour = hour_of(clock()) - 40 * HOUR - timedelta(days=400)
    statement = hourly_counts_statement(ReceiptRange(hour, hour + HOUR, dialect == "sqlite"))
    explain = "EXPLAIN" if dialect == "postgresql" else "EXPLAIN QUERY PLAN"
    with application.database.engine.connect() as connection:
        if dialect == "postgresql":
            # The test's table is too small for the planner to choose an index.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        compiled = str(
            statement.compile(application.database.engine, compile_kwargs={"literal_binds": True})
        )
        plan = str(connection.exec_driver_sql(f"{explain} {compiled}").all())
    if dialect == "postgresql":
        assert "Seq Scan on consent_receipts" not in plan
    else:
        assert "SEARCH consent_receipts USING INDEX ix_consent_receipts_id" in plan
