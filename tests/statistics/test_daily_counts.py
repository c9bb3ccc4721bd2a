"""Daily counts sum up the hourly counts of past days, and are read in their place."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select, update

from consent_app.application import Application
from consent_app.statistics import roll_ups
from consent_app.statistics.models import Count, daily_counts, hourly_counts
from consent_app.statistics.queries import (
    delete_counts,
    get_counted_until,
    write_counted_until,
)
from consent_app.statistics.roll_ups import DAY, day_of, roll_up, roll_up_days
from tests.support.factories import Site
from tests.support.harness import MovableClock
from tests.support.statistics import PHONE, REFUSED, START, stats

SPAN = {"from": "2026-11-01T00:00:00Z", "to": "2026-12-31T00:00:00Z"}


@pytest.fixture
def four_days(application: Application, clock: MovableClock, site: Site) -> Site:
    """A site with decisions on four days, of which the last is today. All hours are counted."""
    with application.database.transaction() as session:
        # Other tests may have counted hours of earlier days, or days beyond that instant.
        write_counted_until(session, day_of(START), Count.DAYS)
    for _ in range(3):
        site.decide()
        site.decide(headers={"User-Agent": PHONE})
        clock.move(hours=3)
        site.decide(action="reject_all", **REFUSED)
        clock.move(hours=21)
    site.decide()
    roll_up(application)
    return site


def rows(application: Application, site: Site) -> list[tuple[datetime, int]]:
    """Return the days of a site's workspace, and what was decided on each."""
    of_site = daily_counts.c.domain_id == UUID(site.id)
    statement = select(daily_counts.c.day, func.sum(daily_counts.c.count)).where(of_site)
    with application.database.session() as session:
        days = session.execute(statement.group_by(daily_counts.c.day).order_by("day")).all()
    return [(day, int(count)) for day, count in days]


def answers(clock: MovableClock, site: Site) -> list[Any]:
    """Return what the API says of the counts, in every interval, by every column and filter."""
    now = clock()
    clock.freeze(START)  # when the access token was still good
    of_site = {"domainId": site.id}
    plots: list[Any] = [
        stats(site, **SPAN, groupBy=column, interval=interval, **of)
        for interval in ("day", "week", "month")
        for column in ("action", "device", "country", "version")
        for of in ({}, of_site, {**of_site, "version": 1}, {**of_site, "version": 2})
    ]
    hourly = {"from": "2026-11-18T00:00:00Z", "to": "2026-11-21T23:00:00Z", "interval": "hour"}
    plots.append(stats(site, **hourly))
    filters: list[dict[str, str]] = [
        {},
        of_site,
        {"action": "reject_all"},
        {"device": "mobile", **of_site},
        {"source": "banner"},
        {"from": "2026-11-18T09:00:00Z"},
        {"from": "2026-11-18T12:00:00Z", "to": "2026-11-20T09:00:00Z"},
        {"from": "2026-11-19T00:00:00Z", "to": "2026-11-19T23:59:59Z"},
        {"from": "2026-11-19T01:00:00Z", "to": "2026-11-19T10:00:00Z"},
        {"to": "2026-11-19T23:00:00Z"},
        {"from": "9999-12-31T22:00:00Z", "to": "9999-12-31T23:00:00Z"},
        {"from": "2026-11-20T00:00:00Z", "to": "9999-12-31T23:59:00Z"},
        {"from": "0001-01-01T00:00:00Z"},
    ]
    totals = [
        site.panel.get("/v1/consent-totals", params=query, status=200).json for query in filters
    ]
    clock.freeze(now)
    return plots + totals


@pytest.mark.cluster
def test_no_answer_differs_once_days_are_summed_up(
    application: Application, clock: MovableClock, four_days: Site
) -> None:
    before = answers(clock, four_days)
    assert rows(application, four_days) == []
    assert roll_up_days(application) == 3
    first = day_of(START)
    assert rows(application, four_days) == [(first + number * DAY, 3) for number in range(3)]
    # What is read now are the days: with other counts they would show.
    assert answers(clock, four_days) == before
    with application.database.transaction() as session:
        session.execute(update(daily_counts).values(count=100))
    assert answers(clock, four_days) != before


def test_a_day_is_summed_up_once_its_hours_are_not_counted_again(
    application: Application, clock: MovableClock, four_days: Site
) -> None:
    roll_up_days(application)
    midnight = day_of(clock()) + DAY
    clock.freeze(midnight + timedelta(minutes=9))
    roll_up(application)
    assert roll_up_days(application) == 0
    clock.freeze(midnight + timedelta(minutes=12))
    roll_up(application)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: roll_up_days(application), range(3)))
    assert roll_up_days(application) == 0
    assert [count for _, count in rows(application, four_days)] == [3, 3, 3, 1]


def test_what_was_recorded_while_a_clock_was_ahead_is_counted_after_it(
    application: Application, clock: MovableClock, four_days: Site
) -> None:
    roll_up_days(application)
    assert stats(four_days, **SPAN)["decisions"]["total"] == 10
    for _ in range(3):
        # The worker's clock alone.
        clock.move(days=1)
        roll_up(application)
        roll_up_days(application)
        clock.move(days=-1)
        four_days.decide()
        clock.move(hours=4)
    four_days.decide()
    roll_up(application)
    roll_up_days(application)
    assert stats(four_days, **SPAN)["decisions"]["total"] == 14
    clock.move(days=1)
    four_days.decide()
    roll_up(application)
    roll_up_days(application)
    assert stats(four_days, **SPAN)["decisions"]["total"] == 15
    assert [count for _, count in rows(application, four_days)] == [3, 3, 3, 5]


def test_many_days_are_summed_up_by_several_jobs(
    application: Application, four_days: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roll_ups, "MAX_DAYS", 2)
    assert [roll_up_days(application) for _ in range(3)] == [2, 1, 0]
    assert len(rows(application, four_days)) == 3


def test_retention_leaves_the_rest_of_its_first_day_to_the_hours(
    application: Application, clock: MovableClock, four_days: Site
) -> None:
    roll_up_days(application)
    of_site = daily_counts.c.domain_id == UUID(four_days.id)
    with application.database.session() as session:
        workspace_id = session.scalars(select(daily_counts.c.workspace_id).where(of_site)).first()
        assert workspace_id is not None
        until = get_counted_until(session, Count.DAYS)
    cutoff = day_of(START) + timedelta(hours=11)
    # A transaction deletes few rows; a reader between two of them sees no day twice.
    totals = []
    while True:
        with application.database.transaction() as session:
            deleted = delete_counts(session, workspace_id, cutoff, 1)
        totals.append(stats(four_days, **SPAN)["decisions"]["total"])
        if not any(deleted):
            break
    assert sorted(totals, reverse=True) == totals
    assert totals[-1] == 8
    assert [day for day, _ in rows(application, four_days)] == [
        day_of(START) + DAY,
        day_of(START) + 2 * DAY,
    ]
    with application.database.session() as session:
        assert get_counted_until(session, Count.DAYS) == until
        hours = select(func.min(hourly_counts.c.hour)).where(
            hourly_counts.c.workspace_id == workspace_id
        )
        assert session.scalar(hours) == START.replace(minute=0) + timedelta(hours=3)
