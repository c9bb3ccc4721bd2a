"""Whether the process answers, and can do its work."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text
from webtest import TestApp

from consent_app import make_app
from consent_app.db.engine import create_engine
from consent_app.version import version
from tests.support.harness import make_application, make_settings


def test_a_process_that_can_work_says_so(app: TestApp) -> None:
    assert app.get("/v1/health/live").json == {"status": "ok"}
    assert app.get("/v1/health/ready").json == {"status": "ok", "version": version()}


def test_an_older_schema_is_no_readiness(fresh_database_url: str, tmp_path: Path) -> None:
    application = make_application(make_settings(fresh_database_url, tmp_path))
    client = TestApp(make_app(application), extra_environ={"REMOTE_ADDR": "127.0.0.1"})
    try:
        client.get("/v1/health/ready", status=200)
        engine = create_engine(fresh_database_url)
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM alembic_version"))
        engine.dispose()
        refused = client.get("/v1/health/ready", status=503).json
        assert refused["detail"].endswith("run `consent-app migrate`.")
        # A balancer may go on sending what needs no database.
        client.get("/v1/health/live", status=200)
    finally:
        application.database.dispose()
