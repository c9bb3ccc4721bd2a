"""Receipts: recording decisions and reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register views, jobs, the visitors' rate limit, and the check for cross-origin reads."""
    from consent_app.receipts import jobs
    from consent_app.receipts.recorder import Recorder
    from consent_app.receipts.views import visitor_origin_allowed

    app = config.registry.application
    app.add(Recorder.of(app))
    config.add_job_handler(jobs.PARTITIONS, jobs.partitions)
    config.add_periodic_job(jobs.PARTITIONS, every_seconds=jobs.PARTITIONS_EVERY_SECONDS)
    config.add_job_handler(jobs.FORGET_KEYS, jobs.forget_keys)
    config.add_periodic_job(jobs.FORGET_KEYS, every_seconds=jobs.FORGET_KEYS_EVERY_SECONDS)
    config.add_rate_limit("visitors", 600, per_seconds=60)
    config.add_visitor_origin_check(visitor_origin_allowed)
    config.register_views("consent_app.receipts.views")
