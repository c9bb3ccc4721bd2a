"""Metrics of the commands that run processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from consent_app.metrics.exposition import QueueState, serve_metrics
from consent_app.metrics.shared_counts import shared_folder
from consent_app.server.listener import PortTakenError, describe_listen_error
from consent_app.settings import Settings

if TYPE_CHECKING:
    from consent_app.db.session import Database


@contextmanager
def collect_metrics(settings: Settings) -> Iterator[None]:
    """Collect metrics inside the block, and answer ``/metrics``, if metrics are on.

    Raises PortTakenError.
    """
    with shared_folder(settings):
        try:
            serve_metrics(settings, _queue(settings))
        except OSError as error:
            host, port = settings.metrics_host, settings.metrics_port
            raise PortTakenError(
                describe_listen_error(host, port, error, "consent.metrics_port")
            ) from None
        yield


def _queue(settings: Settings) -> Callable[[], QueueState | None]:
    databases: list[Database] = []

    def look() -> QueueState | None:
        # At the first scrape: a process without metrics needs no connection for them.
        from sqlalchemy.exc import SQLAlchemyError

        from consent_app.application import database_options, utc_now
        from consent_app.db.session import Database
        from consent_app.jobs.queries import count_jobs

        if not databases:
            databases.append(Database(settings.database_url, None, database_options(settings)))
        now = utc_now()
        try:
            with databases[0].session(read_only=True) as session:
                jobs = count_jobs(session, now)
        except SQLAlchemyError:
            return None
        seconds = (now - jobs.oldest).total_seconds() if jobs.oldest is not None else 0.0
        return QueueState(jobs.waiting, seconds, jobs.failing, jobs.dead)

    return look
