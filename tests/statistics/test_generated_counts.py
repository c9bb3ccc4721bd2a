"""What other rooms do with counts: those of ``consent-app demo seed`` agree with its receipts."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select
from webtest import TestApp

from consent_app.admin import demo_receipts
from consent_app.admin.demo_receipts import SeedPlan, seed_receipts, site_of
from consent_app.application import Application
from consent_app.db.ids import lowest_id
from consent_app.domains.models import Domain
from consent_app.jurisdictions.service import write_shares
from consent_app.receipts.models import consent_receipts
from consent_app.statistics import generated_counts
from consent_app.statistics.models import (
    Count,
    daily_counts,
    hourly_counts,
)
from consent_app.statistics.queries import add_counts, get_rule_counts, write_counted_until
from consent_app.statistics.roll_ups import DAY, day_of, hour_of, roll_up_days
from consent_app.statistics.series_queries import TotalFilters, get_decisions_total
from consent_app.statistics.visitor_rules import COUNTED, update_visitor_rules
from tests.support.factories import make_panel, make_site
from tests.support.harness import Harness

COUNT = 1500


def test_days_that_are_summed_up_already_include_them(
    app: TestApp, application: Application
) -> None:
    site = make_site(make_panel(app, application.now()))
    workspace_id = UUID(site.panel.organization["id"])
    seeded = site_of(application, UUID(site.id))
    assert seeded is not None
    end = application.now() - timedelta(hours=2)
    until = day_of(end) - 10 * DAY
    with application.database.transaction() as session:
        write_counted_until(session, until, Count.DAYS)
    list(seed_receipts(application, [seeded], SeedPlan(COUNT, end - 30 * DAY, end)))
    with application.database.session(read_only=True) as session:
        hours, days = hourly_counts.c, daily_counts.c
        early = (hours.workspace_id == workspace_id, hours.hour < until)
        of_hours = session.scalar(select(func.sum(hours.count)).where(*early))
        of_days = session.scalar(
            select(func.sum(days.count)).where(days.workspace_id == workspace_id)
        )
        assert 0 < int(of_days or 0) == int(of_hours or 0) < COUNT
        assert get_decisions_total(session, workspace_id, TotalFilters()) == COUNT


@pytest.mark.parametrize("is_first", [False, True])
def test_days_that_are_summed_up_meanwhile_include_them(
    is_first: bool, isolated_harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = isolated_harness.application
    site = make_site(make_panel(isolated_harness.client(), application.now()))
    seeded = site_of(application, UUID(site.id))
    assert seeded is not None
    end = day_of(application.now()) - timedelta(hours=2)
    with application.database.transaction() as session:
        write_counted_until(session, application.now(), Count.DECISIONS)
        if not is_first:
            write_counted_until(session, day_of(end) - 29 * DAY, Count.DAYS)
    batches: list[Any] = []
    jobs: list[Future[int]] = []

    def add_while_a_worker_sums_up(connection: Any, table: Any, counts: Any) -> None:
        add_counts(connection, table, counts)
        if table is daily_counts:
            batches.append(counts)
            if len(batches) == 2:
                jobs.append(pool.submit(roll_up_days, application))
                wait(jobs, timeout=0.5)

    monkeypatch.setattr(generated_counts, "add_counts", add_while_a_worker_sums_up)
    monkeypatch.setattr(demo_receipts, "BATCH", COUNT // 2)
    with ThreadPoolExecutor(1) as pool:
        list(seed_receipts(application, [seeded], SeedPlan(COUNT, end - 29 * DAY, end)))
    assert [job.result() for job in jobs] == [30]
    with application.database.session(read_only=True) as session:
        days = daily_counts.c
        of_days = select(func.sum(days.count)).where(days.workspace_id == seeded.workspace_id)
        assert int(session.scalar(of_days) or 0) == COUNT


def test_their_rules_say_where_visitors_are(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    seeded = site_of(application, UUID(site.id))
    assert seeded is not None
    end = application.now() - timedelta(hours=2)
    list(seed_receipts(application, [seeded], SeedPlan(COUNT, end - 60 * DAY, end)))
    since = hour_of(application.now() - COUNTED)
    rule, count = consent_receipts.c.rule_id, func.count()
    recent = (
        select(rule, count)
        .where(consent_receipts.c.workspace_id == seeded.workspace_id)
        .where(consent_receipts.c.id >= lowest_id(since))
        .group_by(rule)
    )
    with application.database.session(read_only=True) as session:
        of_receipts = dict(map(tuple, session.execute(recent)))
        counts = {
            rule_id: counted
            for _, domain_id, rule_id, counted in get_rule_counts(session, since)
            if domain_id == seeded.domain_id
        }
    assert 0 < sum(counts.values()) < COUNT
    assert counts == of_receipts
    update_visitor_rules(application)
    with application.database.session(read_only=True) as session:
        domain = session.get_one(Domain, seeded.domain_id)
        assert domain.visitor_rules == write_shares(counts)
