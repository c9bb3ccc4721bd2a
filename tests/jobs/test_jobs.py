"""The jobs of all rooms, as a worker finds them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from consent_app.jobs import JobRegistry
from tests.support.harness import Harness


@pytest.fixture
def jobs(harness: Harness) -> JobRegistry:
    registry: JobRegistry = harness.wsgi.registry.jobs
    return registry


def test_notification_mails_delay_no_account_mail(jobs: JobRegistry) -> None:
    assert "mail.send" in jobs.prompt
    assert not {"mail.send_listed", "notifications.summarize"} & set(jobs.prompt)


def test_every_periodic_job_has_a_handler_and_a_period(jobs: JobRegistry) -> None:
    assert len(jobs.periodic) > 5
    assert jobs.periodic.keys() <= jobs.handlers.keys()
    assert all(timedelta(0) < period <= timedelta(days=1) for period in jobs.periodic.values())
