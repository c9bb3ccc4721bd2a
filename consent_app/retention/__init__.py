"""How long receipts are kept: each workspace's retention, and the erasure of one visitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the views and the daily job."""
    from consent_app.retention import jobs

    config.add_job_handler(jobs.RETENTION, jobs.retention)
    config.add_periodic_job(jobs.RETENTION, every_seconds=jobs.RETENTION_EVERY_SECONDS)
    config.register_views("consent_app.retention.views")
