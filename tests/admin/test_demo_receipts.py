"""``consent-app demo seed``: receipts as months of visitors leave them, in both databases."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, inspect, select
from sqlalchemy.engine import Connection
from webtest import TestApp

from consent_app.admin import demo_receipts
from consent_app.admin.demo_receipts import SeedPlan, Site, seed_receipts, site_of
from consent_app.application import Application
from consent_app.db.ids import id_time
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.partition_queries import make_partition
from consent_app.statistics.models import (
    consent_impressions,
    hourly_counts,
    presentation_counts,
)
from tests.support.factories import make_key, make_panel, make_site

COUNT = 1500


def test_demo_receipts_are_spread_over_days_and_counted_like_real_ones(
    app: TestApp, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_receipts, "BATCH", 400)
    site = make_site(make_panel(app, application.now()))
    workspace_id = UUID(site.panel.organization["id"])
    seeded = site_of(application, UUID(site.id))
    assert seeded is not None
    # An id has the time in milliseconds.
    end = application.now().replace(microsecond=0) - timedelta(hours=2)
    plan = SeedPlan(COUNT, end - timedelta(days=90), end)
    assert list(seed_receipts(application, [seeded], plan)) == [400, 800, 1200, COUNT]
    with application.database.session(read_only=True) as session:
        rows = session.execute(
            select(consent_receipts).where(consent_receipts.c.workspace_id == workspace_id)
        ).all()
        for table, minimum in ((hourly_counts, COUNT), (consent_impressions, COUNT)):
            statement = select(func.sum(table.c.count)).where(table.c.workspace_id == workspace_id)
            assert int(session.scalar(statement) or 0) >= minimum
        presented = select(func.sum(presentation_counts.c.count)).where(
            presentation_counts.c.workspace_id == workspace_id
        )
        assert session.scalar(presented) == COUNT
    assert len({row.id for row in rows}) == COUNT
    times = sorted(id_time(row.id) for row in rows)
    assert plan.start <= times[0] <= plan.start + timedelta(days=3)
    assert end - timedelta(days=3) <= times[-1] <= end
    # More by day than by night, and several countries, devices and actions.
    hours = Counter(time.hour for time in times)
    assert sum(hours[hour] for hour in range(8, 23)) > 4 * sum(hours[hour] for hour in range(6))
    assert len({row.country for row in rows}) > 5
    assert {row.action for row in rows} == {"accept_all", "reject_all", "custom"}
    # The API answers them, which it checks against openapi.yaml.
    key = make_key(site.panel)
    page = app.get(
        "/v1/api/consent-events?limit=50", headers={"Authorization": f"Bearer {key}"}, status=200
    ).json
    assert len(page) == 50
    assert page[0]["bannerTitle"] or page[0]["source"] == "gpc"


def test_a_plan_gives_each_day_its_share(application: Application) -> None:
    now = application.now()
    plan = SeedPlan(100_000, now - timedelta(days=365), now)
    days = list(plan.days())
    assert sum(count for _, count in days) == plan.count
    weekdays = [count for day, count in days if day.weekday() < 4]
    weekends = [count for day, count in days if day.weekday() == 5]
    assert sum(weekends) / len(weekends) < sum(weekdays) / len(weekdays)
    assert days[-20][1] > days[20][1]


def test_each_month_is_made_once(
    dialect: str, isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    months: list[datetime] = []

    def make(connection: Connection, start: datetime) -> bool:
        months.append(start)
        return make_partition(connection, start)

    monkeypatch.setattr(demo_receipts, "make_partition", make)
    start, end = datetime(2024, 11, 30, 12, tzinfo=UTC), datetime(2025, 2, 1, 1, tzinfo=UTC)
    site = Site(uuid4(), uuid4(), "shop.example", None, 1, "0" * 64, ("analytics",), "Shop", 12)
    assert list(seed_receipts(isolated_app, [site], SeedPlan(100, start, end))) == [100]
    names = set(inspect(isolated_app.database.engine).get_table_names())
    if dialect == "sqlite":
        assert months == []
    else:
        assert [f"{month:%Y-%m-%d %H:%M}" for month in months] == [
            "2024-11-01 00:00",
            "2024-12-01 00:00",
            "2025-01-01 00:00",
            "2025-02-01 00:00",
        ]
        assert {"consent_receipts_2024_11", "consent_receipts_2025_02"} <= names
        assert "consent_receipts_2025_03" not in names
