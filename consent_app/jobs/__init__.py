"""A queue in the database, and the worker that empties it.

A job is a row, written in the transaction that causes it: jobs of a rolled back transaction do not
exist, and jobs of a committed one are not lost. A job runs at least once. A handler is only called
again if it raised, or if its worker was killed before the row was deleted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from consent_app.jobs.parts import Parts
from consent_app.jobs.queries import delay_after, enqueue
from consent_app.jobs.registry import Handler, JobFailed, JobRegistry, RetryLater, location_of
from consent_app.jobs.sealed_values import decrypt_for_job

if TYPE_CHECKING:
    from pyramid.config import Configurator

__all__ = [
    "Handler",
    "JobFailed",
    "JobRegistry",
    "Parts",
    "RetryLater",
    "decrypt_for_job",
    "delay_after",
    "enqueue",
    "includeme",
    "location_of",
]


def includeme(config: Configurator) -> None:
    """Provide ``config.add_job_handler`` and ``config.add_periodic_job``."""
    from consent_app.jobs.dead_jobs import prune_dead_jobs

    config.registry.jobs = JobRegistry()
    config.add_directive("add_job_handler", _add_job_handler)
    config.add_directive("add_periodic_job", _add_periodic_job)
    config.add_job_handler("jobs.prune", prune_dead_jobs)
    config.add_periodic_job("jobs.prune", every_seconds=24 * 3600)


def _add_job_handler(
    config: Configurator, kind: str, handler: Handler, *, patient: bool = False
) -> None:
    """Make ``handler(app, payload)`` the handler for ``kind``. Two handlers for one kind conflict.

    ``patient``: nobody waits for these jobs, of which there may be thousands at a time. Like
    periodic ones, they leave one thread of a worker to the others.
    """

    def register() -> None:
        config.registry.jobs.handlers[kind] = handler
        if patient:
            config.registry.jobs.patient.add(kind)

    config.action(("job_handler", kind), register)


def _add_periodic_job(config: Configurator, kind: str, every_seconds: int) -> None:
    """Call the handler of ``kind`` with an empty payload, ``every_seconds`` after its last end.

    However many workers there are, only one of them runs it.
    """
    period = timedelta(seconds=every_seconds)
    config.action(
        ("periodic_job", kind), lambda: config.registry.jobs.periodic.update({kind: period})
    )
