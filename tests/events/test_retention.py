"""Audit events are deleted once they are older than the setting keeps them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from consent_app import make_app
from consent_app.db.ids import id_time, new_id
from consent_app.events import retention
from consent_app.events.models import AuditEvent
from consent_app.jobs.queries import ensure_periodic
from consent_app.jobs.worker import Worker
from tests.support.harness import MovableClock, make_application, make_settings


def test_the_periodic_job_deletes_in_batches_what_is_past_its_time(
    fresh_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 7)
    settings = make_settings(fresh_database_url, tmp_path, audit_retention_months="6")
    application = make_application(settings)
    clock = MovableClock()
    now = clock.freeze(datetime(2026, 8, 31, 12, tzinfo=UTC))
    application.clock = clock
    edge = datetime(2026, 2, 28, 12, tzinfo=UTC)
    times = [edge + timedelta(minutes=minutes) for minutes in range(-30, 30)]
    with application.database.transaction() as session:
        session.execute(
            insert(AuditEvent),
            [
                {
                    "id": new_id(at),
                    "actor_kind": "system",
                    "event": "test",
                    "outcome": "success",
                    "detail": {},
                }
                for at in times
            ],
        )
    jobs = make_app(application).registry.jobs
    with application.database.transaction() as session:
        ensure_periodic(session, jobs.periodic, now)
    assert Worker(application, jobs).run_due(retention.PRUNE) == 1
    with application.database.session(read_only=True) as session:
        oldest = session.scalar(select(AuditEvent.id).order_by(AuditEvent.id).limit(1))
        remaining = session.scalar(select(func.count()).select_from(AuditEvent))
    assert remaining == 30
    assert oldest is not None
    assert id_time(oldest) == edge
    application.database.dispose()


def test_audit_retention_is_a_setting_with_a_minimum(tmp_path: Path) -> None:
    assert make_settings("sqlite:////srv/consent.sqlite", tmp_path).audit_retention_months == 24
    with pytest.raises(ValueError, match="audit_retention_months must be between 6 and 1200"):
        make_settings("sqlite:////srv/consent.sqlite", tmp_path, audit_retention_months="5")
