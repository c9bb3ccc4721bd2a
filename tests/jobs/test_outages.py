"""Jobs during an outage of the database."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import create_engine

from consent_app.application import Application
from consent_app.jobs import JobRegistry, enqueue
from consent_app.jobs.worker import Worker
from tests.support.processes import free_port


def test_an_outage_during_jobs_is_logged_once(
    isolated_app: Application, caplog: pytest.LogCaptureFixture
) -> None:
    unreachable = create_engine(f"postgresql+psycopg2://u@127.0.0.1:{free_port()}/none")

    def connect(app: Application, payload: Mapping[str, Any]) -> None:
        unreachable.connect()

    registry = JobRegistry(handlers={"tests.connect": connect})
    with isolated_app.database.transaction() as session:
        for _ in range(3):
            enqueue(session, "tests.connect", {}, now=isolated_app.now())
    with caplog.at_level(logging.ERROR):
        assert Worker(isolated_app, registry).run_due("tests.connect") == 3
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert caplog.text.count("The database does not answer: ") == 1
