"""The jobs that the rooms have registered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import consent_app
from consent_app.jobs import JobRegistry
from tests.support.harness import Harness

KINDS_OF_0_1 = (
    "billing.cancel billing.look domains.check_due jobs.prune mail.send notifications.begin_week"
    " notifications.find_quiet notifications.forget_events notifications.summarize receipts.figures"
    " receipts.forget_keys receipts.partitions receipts.retention sign_in.purge"
    " sign_in.resend_confirmation sign_in.send_reset workspaces.happened"
)


@pytest.fixture
def jobs(harness: Harness) -> JobRegistry:
    registry: JobRegistry = harness.wsgi.registry.jobs
    return registry


def test_the_rooms_with_jobs_registered_them(jobs: JobRegistry) -> None:
    """``maintenance`` has the command of that name instead."""
    root = Path(consent_app.__file__).parent
    with_jobs = {path.parent.name for path in root.glob("*/jobs.py")} - {"maintenance"}
    modules = {
        handler.__module__.split(".")[1] for handler in map(unwrapped, jobs.handlers.values())
    }
    assert with_jobs <= modules
    assert all(re.fullmatch(r"[a-z_]+\.[a-z_]+", kind) for kind in jobs.handlers)


def test_the_jobs_that_release_0_1_left_are_done(jobs: JobRegistry) -> None:
    """Left alone, one waits for ever, and the alert about the oldest job with it."""
    assert set(KINDS_OF_0_1.split()) <= jobs.handlers.keys()


def unwrapped(handler: object) -> type:
    return handler if hasattr(handler, "__name__") else type(handler)  # type: ignore[return-value]
