"""The email that sums up a week."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.jobs.models import Job
from consent_app.notifications import jobs
from tests.support.account_mails import text_of
from tests.support.domains import set_domain
from tests.support.factories import Panel, make_panel, make_site
from tests.support.harness import Harness, MovableClock
from tests.support.members import verify_address
from tests.support.notices import notices, speak_german


@pytest.fixture
def harness(isolated_harness: Harness) -> Harness:
    """No other test's workspaces: the job goes through all."""
    return isolated_harness


def waiting_summaries(application: Application, panel: Panel) -> list[Job]:
    with application.database.session(read_only=True) as session:
        rows = session.scalars(select(Job).where(Job.kind == "notifications.summarize"))
        return [job for job in rows if job.payload["workspace"] == panel.organization["id"]]


def test_the_week_is_summed_up_on_mondays_once_a_workspace(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    application = harness.application
    owner = verify_address(harness, make_panel(app, clock()))
    empty = verify_address(harness, make_panel(app, clock()))
    worse, better = make_site(owner), make_site(owner)
    set_domain(application, better.id, status="verified", ssl_ok=True, banner_policy_url=True)
    jobs.begin_week(application, {})
    assert waiting_summaries(application, owner) == []
    now = clock()
    monday = clock.move(days=(7 - now.weekday()) % 7 or 7)
    at_six = monday.replace(hour=6, minute=0, second=0, microsecond=0)
    clock.freeze(at_six)
    for _ in range(2):
        jobs.begin_week(application, {})
    (job,) = waiting_summaries(application, owner)
    assert 0 <= (job.run_at - at_six).total_seconds() < 4 * 3600
    assert waiting_summaries(application, empty) == []
    clock.freeze(at_six.replace(hour=10))
    (mail,) = notices(harness, owner)
    assert owner.organization["name"] in str(mail["Subject"])
    text = text_of(mail)
    assert text.index(worse.hostname) < text.index(better.hostname)
    assert f"- {worse.hostname}: score " in text
    assert ", not verified" in text
    jobs.begin_week(application, {})
    assert waiting_summaries(application, owner) == []
    # Somebody who did the same job twice.
    from consent_app.notifications.weekly_summary import summarize

    summarize(application, job.payload)
    assert len(notices(harness, owner)) == 1
    clock.freeze(at_six.replace(hour=6))
    clock.move(days=7)
    jobs.begin_week(application, {})
    assert len(waiting_summaries(application, owner)) == 1
    speak_german(application, owner)
    clock.move(hours=4)
    german = notices(harness, owner)[-1]
    assert german["Content-Language"] == "de"
    assert "nicht verifiziert" in text_of(german)
    assert "2 Domains mit im Schnitt" in " ".join(text_of(german).split())
    # It is too late in the week for those that had not started.
    clock.move(days=11)
    jobs.begin_week(application, {})
    assert waiting_summaries(application, owner) == []


def test_a_summary_that_no_worker_could_write_until_wednesday_is_not_written(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    application = harness.application
    owner = verify_address(harness, make_panel(app, clock()))
    make_site(owner)
    monday = clock.move(days=7 - clock().weekday())
    at_six = monday.replace(hour=6, minute=0, second=0, microsecond=0)
    clock.freeze(at_six)
    jobs.begin_week(application, {})
    # The workers were off.
    clock.freeze(at_six + timedelta(hours=48))
    assert notices(harness, owner) == []
    assert waiting_summaries(application, owner) == []
    # Another week's is not kept from being sent.
    clock.freeze(at_six + timedelta(days=7))
    jobs.begin_week(application, {})
    clock.freeze(at_six + timedelta(days=9, minutes=-1))
    assert len(notices(harness, owner)) == 1
