"""The jobs that the rooms have registered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import consent_app
from consent_app.jobs import JobRegistry
from tests.support.harness import Harness


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


def unwrapped(handler: object) -> type:
    return handler if hasattr(handler, "__name__") else type(handler)  # type: ignore[return-value]
