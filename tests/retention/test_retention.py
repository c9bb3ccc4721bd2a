"""Only receipts past their workspace's retention are deleted, without stopping recording."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.application import Application
from consent_app.context import Context
from consent_app.events.models import AuditEvent
from consent_app.jobs import RetryLater
from consent_app.receipts import partition_queries
from consent_app.receipts import service as receipts
from consent_app.receipts.models import consent_receipts
from consent_app.retention import retention
from consent_app.retention.events import ReceiptsExpired
from consent_app.retention.retention import apply_retention
from consent_app.statistics.models import hourly_counts
from consent_app.statistics.retention import apply_retention as apply_retention_to_counts
from consent_app.workspace_settings.service import longest_retention_months
from consent_app.workspaces.models import Workspace
from tests.support.factories import make_panel, make_site, unique
from tests.support.harness import Harness, MovableClock, count_rows
from tests.support.partitions import make_partitions
from tests.support.receipt_rows import insert as insert_rows
from tests.support.receipt_rows import row
from tests.support.waiting import call_within

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.fixture
def isolated_app(isolated_app: Application) -> Application:
    """An application on its own database: no other test's receipts are due there."""
    clock = MovableClock()
    clock.freeze(NOW)
    isolated_app.clock = clock
    return isolated_app


def workspace(application: Application, months: int) -> UUID:
    with application.database.transaction() as session:
        workspace = Workspace(
            id=application.new_id(),
            slug=unique("w"),
            name="Works",
            plan="enterprise",
            visitor_data="reduced",
            visitor_salt=b"salt",
            retention_months=months,
            created_at=application.now(),
        )
        session.add(workspace)
        session.flush()
        return workspace.id


def ages(application: Application, workspace_id: UUID) -> int:
    return count_rows(application, consent_receipts, workspace_id)


def audit_details(application: Application, workspace_id: UUID) -> list[dict[str, str]]:
    with application.database.session(read_only=True) as session:
        details = session.scalars(
            select(AuditEvent.detail).filter_by(workspace_id=workspace_id, event="receipts.expired")
        )
        rows = [{part["name"]: part["after"] for part in parts} for parts in details]
        return sorted(rows, key=lambda detail: (detail["before"], detail["rows"]))


@pytest.mark.cluster
def test_each_workspace_keeps_its_own_months(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_ROWS", 4)
    short, long = workspace(isolated_app, 13), workspace(isolated_app, 36)
    year = timedelta(days=365)
    instants = [NOW, NOW - year, *(NOW - 2 * year - timedelta(days=day) for day in range(10))]
    for workspace_id in (short, long):
        insert_rows(isolated_app, [row(at, workspace_id) for at in instants])
    old = NOW - 2 * year
    with isolated_app.database.transaction() as session:
        for hour in (old, NOW):
            session.execute(
                insert(hourly_counts).values(
                    workspace_id=short,
                    domain_id=UUID(int=2),
                    hour=hour,
                    banner_version=1,
                    action="custom",
                    device="mobile",
                    country="",
                    count=2,
                )
            )
    apply_retention(isolated_app)
    apply_retention_to_counts(isolated_app)
    assert (ages(isolated_app, short), ages(isolated_app, long)) == (2, 12)
    cutoff = "2025-10-21T10:00:00.000Z"
    assert audit_details(isolated_app, short) == [
        {"rows": rows, "before": cutoff} for rows in ("2", "4", "4")
    ]
    assert audit_details(isolated_app, long) == []
    with isolated_app.database.session(read_only=True) as session:
        assert session.scalars(select(hourly_counts.c.hour)).all() == [NOW]
    apply_retention(isolated_app)
    assert len(audit_details(isolated_app, short)) == 3
    isolated_app.database.dispose()


def test_californian_receipts_are_kept_for_two_years(
    app: TestApp, application: Application
) -> None:
    site = make_site(make_panel(app, application.now()), region="US-CA")
    own_id = UUID(site.panel.organization["id"])
    now = application.now()
    with application.database.transaction() as session:
        session.execute(update(Workspace).where(Workspace.id == own_id).values(retention_months=13))
    insert_rows(application, [row(now - timedelta(days=days), own_id) for days in (600, 800)])
    assert not retention._delete_batch(Context.of_system(application).in_workspace(own_id))
    assert ages(application, own_id) == 1
    with application.database.session(read_only=True) as session:
        assert longest_retention_months(session) >= 24


@pytest.mark.cluster
def test_months_that_are_due_for_all_are_dropped(isolated_app: Application) -> None:
    if isolated_app.database.dialect == "sqlite":
        isolated_app.database.dispose()
        return
    short, long = workspace(isolated_app, 13), workspace(isolated_app, 24)
    for at in (datetime(2024, 6, 1, tzinfo=UTC), datetime(2025, 6, 1, tzinfo=UTC)):
        make_partitions(isolated_app.database.engine, at)
    june = [datetime(year, 6, day, tzinfo=UTC) for year in (2024, 2025) for day in (1, 15, 30)]
    for workspace_id in (short, long):
        insert_rows(isolated_app, [row(at, workspace_id) for at in june])
    insert_rows(isolated_app, [row(june[0], UUID(int=9))])  # of a deleted workspace

    recorded: list[float] = []
    stop = threading.Event()

    def record() -> None:
        while not stop.is_set():
            began = datetime.now(UTC)
            insert_rows(isolated_app, [row(NOW, long)])
            recorded.append((datetime.now(UTC) - began).total_seconds())

    recorder = threading.Thread(target=record)
    recorder.start()
    # Somebody reads the month for longer than the drop waits.
    with isolated_app.database.engine.connect() as reader:
        reader.execute(text("SELECT * FROM consent_receipts_2024_06"))
        with pytest.raises(RetryLater, match="consent_receipts_2024_06"):
            apply_retention(isolated_app)
        # What is due in other months has gone; this one is left to be dropped as a whole.
        assert ages(isolated_app, short) == 3
    apply_retention(isolated_app)
    stop.set()
    recorder.join()
    assert len(recorded) > 5
    assert max(recorded) < 3
    with isolated_app.database.engine.connect() as connection:
        remaining = set(
            connection.scalars(
                text("SELECT relname FROM pg_class WHERE relname LIKE 'consent_receipts_202_%'")
            )
        )
    assert "consent_receipts_2024_06" not in remaining
    assert "consent_receipts_2025_06" in remaining
    assert ages(isolated_app, short) == 0
    assert ages(isolated_app, long) == 3 + len(recorded)
    assert audit_details(isolated_app, short) == [
        {"rows": "3", "before": "2024-07-01T00:00:00.000Z"},
        {"rows": "3", "before": "2025-10-21T10:00:00.000Z"},
    ]
    assert audit_details(isolated_app, long) == [
        {"rows": "3", "before": "2024-07-01T00:00:00.000Z"}
    ]
    isolated_app.database.dispose()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_decision_is_recorded_while_the_deletion_of_a_month_is_announced(
    isolated_app: Application,
) -> None:
    """To thousands of workspaces, that takes seconds."""
    own_id, month = workspace(isolated_app, 13), datetime(2024, 6, 9, tzinfo=UTC)
    make_partitions(isolated_app.database.engine, month)
    insert_rows(isolated_app, [row(month, own_id)])

    def record(ctx: Context, event: ReceiptsExpired) -> None:
        with isolated_app.database.autonomous_transaction() as session:
            session.execute(text("SET LOCAL lock_timeout = '2s'"))
            session.execute(consent_receipts.insert(), [row(NOW, own_id)])

    isolated_app.bus.subscribe(ReceiptsExpired, record)
    apply_retention(isolated_app)
    assert ages(isolated_app, own_id) == 1
    isolated_app.database.dispose()


@pytest.mark.cluster
def test_a_month_that_cannot_be_dropped_does_not_keep_the_others(
    isolated_app: Application, caplog: pytest.LogCaptureFixture
) -> None:
    if isolated_app.database.dialect == "sqlite":
        isolated_app.database.dispose()
        return
    engine, own_id = isolated_app.database.engine, workspace(isolated_app, 13)
    months = [datetime(2024, month, 10, tzinfo=UTC) for month in (4, 5, 6)]
    for month in months:
        make_partitions(engine, month)
    insert_rows(isolated_app, [row(at, own_id) for at in (*months, NOW - timedelta(days=500))])
    with engine.begin() as connection:
        connection.execute(text("CREATE VIEW may AS SELECT * FROM consent_receipts_2024_05"))
    reason = "Receipts past their retention were not deleted: consent_receipts_2024_05."
    for _ in range(2):
        with pytest.raises(RetryLater) as raised:
            apply_retention(isolated_app)
        assert raised.value.reason == reason
        assert "2BP01" in caplog.text
        # All that is left is the month itself, which dropping deletes in a second.
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM may")) == 1
        assert ages(isolated_app, own_id) == 1
    with engine.begin() as connection:
        connection.execute(text("DROP VIEW may"))
    apply_retention(isolated_app)
    assert ages(isolated_app, own_id) == 0
    isolated_app.database.dispose()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_month_stays_if_a_longer_retention_is_set_while_another_is_dropped(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partition_queries, "BRIEF_LOCK_SECONDS", 60)
    own_id, months = workspace(isolated_app, 13), [datetime(2024, m, 9, tzinfo=UTC) for m in (4, 5)]
    make_partitions(isolated_app.database.engine, months[0])
    insert_rows(isolated_app, [row(at, own_id) for at in months])

    def read(session: Session) -> None:
        session.execute(text("SELECT * FROM consent_receipts_2024_04"))

    def keep_longer(session: Session) -> None:
        session.execute(update(Workspace).values(retention_months=60))

    call_within(isolated_app, read, lambda: apply_retention(isolated_app), keep_longer).result()
    assert ages(isolated_app, own_id) == 1
    isolated_app.database.dispose()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_month_stays_if_a_longer_retention_is_set_while_it_is_counted(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large month is counted for minutes."""
    own_id, month = workspace(isolated_app, 13), datetime(2024, 6, 9, tzinfo=UTC)
    make_partitions(isolated_app.database.engine, month)
    insert_rows(isolated_app, [row(month, own_id)])
    count = receipts.count_partition

    def keep_longer(connection: Connection, name: str) -> dict[UUID, int] | None:
        counts = count(connection, name)
        with isolated_app.database.autonomous_transaction() as session:
            session.execute(update(Workspace).values(retention_months=60))
        return counts

    monkeypatch.setattr(receipts, "count_partition", keep_longer)
    apply_retention(isolated_app)
    assert ages(isolated_app, own_id) == 1
    assert audit_details(isolated_app, own_id) == []
    isolated_app.database.dispose()


def test_a_workspace_whose_receipts_cannot_be_deleted_does_not_keep_the_others(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = sorted(workspace(isolated_app, 13) for _ in range(2))
    insert_rows(isolated_app, [row(NOW - timedelta(days=700), id) for id in (broken, other)])
    delete_receipts = receipts.delete_receipts

    def deletion(session: Session, workspace_id: UUID, *others: Any) -> int:
        if workspace_id == broken:
            session.execute(text("SELECT * FROM no_such_table"))
        return delete_receipts(session, workspace_id, *others)

    monkeypatch.setattr(receipts, "delete_receipts", deletion)
    with pytest.raises(RetryLater, match=f"workspace {broken}"):
        apply_retention(isolated_app)
    assert (ages(isolated_app, broken), ages(isolated_app, other)) == (1, 0)
    monkeypatch.undo()
    apply_retention(isolated_app)
    assert ages(isolated_app, broken) == 0
    isolated_app.database.dispose()


def test_the_job_is_the_workers(harness: Harness) -> None:
    registry = harness.wsgi.registry.jobs
    assert "receipts.retention" in registry.handlers
    assert "receipts.retention" in registry.periodic
