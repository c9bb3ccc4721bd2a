"""A queue kept in the database, and the worker that empties it.

A job is a row, written in the transaction that causes it: nothing is done for what was rolled back,
nothing is lost that was committed. It is done at least once; a handler is called again only when it
raised, or when its worker was killed before the row could be deleted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from consent_app.jobs.queries import enqueue
from consent_app.jobs.registry import Handler, JobFailed, JobRegistry, RetryLater

if TYPE_CHECKING:
    from pyramid.config import Configurator

__all__ = ["Handler", "JobFailed", "JobRegistry", "RetryLater", "enqueue", "includeme"]


def includeme(config: Configurator) -> None:
    """Give features ``config.add_job_handler`` and ``config.add_periodic_job``."""
    from consent_app.jobs.pruning import prune_dead_jobs

    config.registry.jobs = JobRegistry()
    config.add_directive("add_job_handler", _add_job_handler)
    config.add_directive("add_periodic_job", _add_periodic_job)
    config.add_job_handler("jobs.prune", prune_dead_jobs)
    config.add_periodic_job("jobs.prune", every_seconds=24 * 3600)


def _add_job_handler(config: Configurator, kind: str, handler: Handler) -> None:
    """Have ``handler(app, payload)`` do the jobs of ``kind``. Two for one kind conflict."""
    config.action(
        ("job_handler", kind), lambda: config.registry.jobs.handlers.update({kind: handler})
    )


def _add_periodic_job(config: Configurator, kind: str, every_seconds: int) -> None:
    """Have the handler of ``kind`` called with an empty payload, ``every_seconds`` after its end.

    However many workers there are, one of them does it.
    """
    every = timedelta(seconds=every_seconds)
    config.action(
        ("periodic_job", kind), lambda: config.registry.jobs.periodic.update({kind: every})
    )
