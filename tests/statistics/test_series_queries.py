"""Sums of counts in buckets of each interval."""

from __future__ import annotations

from consent_app.application import Application
from consent_app.statistics.roll_ups import roll_up
from tests.support.factories import Site
from tests.support.harness import MovableClock
from tests.support.statistics import stats


def test_every_interval_begins_where_it_should(
    application: Application, clock: MovableClock, site: Site
) -> None:
    site.decide()
    clock.move(days=4)  # Sunday
    site.decide()
    clock.move(days=1)  # Monday
    site.decide()
    clock.move(days=14)
    site.decide()
    roll_up(application)
    span = {"from": "2026-11-18T12:00:00+02:00", "to": "2026-12-08T00:00:00Z"}
    weeks = stats(site, interval="week", **span)
    assert [start[:10] for start in weeks["starts"]] == [
        "2026-11-16",
        "2026-11-23",
        "2026-11-30",
        "2026-12-07",
    ]
    assert weeks["decisions"]["counts"] == [2, 1, 0, 1]
    months = stats(site, interval="month", **span)
    assert [start[:10] for start in months["starts"]] == ["2026-11-01", "2026-12-01"]
    assert months["decisions"]["counts"] == [3, 1]
    days = stats(site, interval="day", **span)
    assert len(days["starts"]) == 21
    assert sum(days["decisions"]["counts"]) == 4
