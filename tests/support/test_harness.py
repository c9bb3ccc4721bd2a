"""Jobs that a test does: a mistake in a handler is not taken for a job that waits."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.application import Application
from consent_app.jobs import JobRegistry, RetryLater, enqueue
from tests.support.harness import Harness


class Registry:
    def __init__(self, jobs: JobRegistry) -> None:
        self.jobs = jobs


class Wsgi:
    def __init__(self, jobs: JobRegistry) -> None:
        self.registry = Registry(jobs)


def doing(application: Application, *errors: Exception) -> Harness:
    raised = list(errors)

    def handle(app: Application, payload: dict[str, Any]) -> None:
        raise raised.pop(0)

    with application.database.transaction() as session:
        for _ in errors:
            enqueue(session, "harness.test", {}, now=application.now())
    return Harness(application, Wsgi(JobRegistry({"harness.test": handle})))


def test_what_no_handler_means_to_raise_fails_the_test(isolated_app: Application) -> None:
    harness = doing(isolated_app, RetryLater("Not yet."), TypeError("a mistake"))
    with pytest.raises(TypeError, match="a mistake"):
        harness.run_jobs("harness.test")


def test_a_job_may_wait_for_another_attempt(isolated_app: Application) -> None:
    assert doing(isolated_app, RetryLater("Not yet.")).run_jobs("harness.test") == 1


def test_a_kind_without_a_handler_is_named(isolated_app: Application) -> None:
    with pytest.raises(AssertionError, match=r"harness\.other"):
        doing(isolated_app).run_jobs("harness.other")
