"""Receipts: writing, reading and proving them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register views and jobs."""
    from consent_app.receipts import jobs

    config.add_job_handler(jobs.PARTITIONS, jobs.prepare_partitions)
    config.add_periodic_job(jobs.PARTITIONS, every_seconds=jobs.PARTITIONS_EVERY_SECONDS)
    config.add_job_handler(jobs.FORGET_KEYS, jobs.forget_keys)
    config.add_periodic_job(jobs.FORGET_KEYS, every_seconds=jobs.FORGET_KEYS_EVERY_SECONDS)
    config.register_views("consent_app.receipts.views")
