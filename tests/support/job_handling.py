"""Handlers and workers for tests of the queue."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from consent_app.application import Application
from consent_app.jobs import JobRegistry, enqueue
from consent_app.jobs.models import Job
from consent_app.jobs.worker import Worker


class Handler:
    """A handler that raises the given errors in turn, and then succeeds."""

    def __init__(self, *raises: Exception) -> None:
        self.raises = list(raises)
        self.payloads: list[dict[str, Any]] = []

    def __call__(self, application: Application, payload: dict[str, Any]) -> None:
        self.payloads.append(payload)
        if self.raises:
            raise self.raises.pop(0)


def worker(application: Application, handler: Handler, **periodic: timedelta) -> Worker:
    return Worker(application, JobRegistry({"test": handler}, periodic))


def add(application: Application, **others: Any) -> None:
    with application.database.transaction() as session:
        enqueue(session, "test", {"n": 1}, now=application.now(), **others)


def jobs(application: Application) -> list[Job]:
    with application.database.session(read_only=True) as session:
        return list(session.scalars(select(Job)))
