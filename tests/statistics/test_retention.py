"""Deleting the counts of a workspace in short transactions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import event, insert, select, text
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.jobs import RetryLater
from consent_app.statistics import queries, retention
from consent_app.statistics.models import hourly_counts, rule_counts
from tests.support.factories import make_panel
from tests.support.harness import Harness, count_rows


@pytest.fixture
def deletions(application: Application) -> Iterator[list[int]]:
    """The number of counts by rule that each statement has deleted."""
    numbers: list[int] = []

    def note(connection: object, cursor: object, sql: str, *others: object) -> None:
        if sql.startswith("DELETE FROM consent_rule_counts"):
            numbers.append(cursor.rowcount)  # type: ignore[attr-defined]

    event.listen(application.database.engine, "after_cursor_execute", note)
    yield numbers
    event.remove(application.database.engine, "after_cursor_execute", note)


def add_counts(application: Application, workspace_id: UUID) -> None:
    """Add three counts for each of four domains."""
    now = application.now()
    rows = [
        {"workspace_id": workspace_id, "domain_id": domain_id, "hour": now - timedelta(hours=hours)}
        for domain_id in (new_id() for _ in range(4))
        for hours in range(3)
    ]
    with application.database.transaction() as session:
        session.execute(insert(rule_counts).values(rule_id="eu", count=1), rows)


def count(application: Application, workspace_id: UUID) -> int:
    return count_rows(application, rule_counts, workspace_id)


def test_counts_by_rule_are_deleted_domain_by_domain(
    application: Application, deletions: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    deleted_id, other_id = new_id(), new_id()
    for workspace_id in (deleted_id, other_id):
        add_counts(application, workspace_id)
    monkeypatch.setattr(retention, "BATCH_ROWS", 5)
    retention.delete_counts_of(application, deleted_id)
    assert deletions == [6, 6, 0]
    assert (count(application, deleted_id), count(application, other_id)) == (0, 12)


def test_a_workspace_whose_counts_cannot_be_deleted_does_not_keep_the_others(
    isolated_harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = isolated_harness.application
    panels = [make_panel(isolated_harness.client(), application.now()) for _ in range(2)]
    broken, other = sorted(UUID(panel.organization["id"]) for panel in panels)
    fields = {"banner_version": 1, "action": "custom", "device": "phone", "country": "DE"}
    at = application.now() - timedelta(days=1500)
    with application.database.transaction() as session:
        rows = [{"workspace_id": id, "domain_id": new_id(), "hour": at} for id in (broken, other)]
        session.execute(insert(hourly_counts).values(count=1, **fields), rows)
    delete_counts = queries.delete_counts

    def deletion(session: Session, workspace_id: UUID, *others: int | datetime) -> list[int]:
        if workspace_id == broken:
            session.execute(text("SELECT * FROM no_such_table"))
        return delete_counts(session, workspace_id, *others)  # type: ignore[arg-type]

    def remaining() -> set[UUID]:
        ids = select(hourly_counts.c.workspace_id)
        of_both = ids.where(hourly_counts.c.workspace_id.in_((broken, other)))
        with application.database.session(read_only=True) as session:
            return set(session.scalars(of_both))

    monkeypatch.setattr(queries, "delete_counts", deletion)
    with pytest.raises(RetryLater, match=f"workspace {broken}"):
        retention.apply_retention(application)
    assert remaining() == {broken}
    monkeypatch.undo()
    retention.apply_retention(application)
    assert remaining() == set()


def test_a_table_with_many_counts_is_emptied_beside_tables_with_few(
    isolated_harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = isolated_harness.application
    panel = make_panel(isolated_harness.client(), application.now())
    workspace_id = UUID(panel.organization["id"])
    monkeypatch.setattr(retention, "BATCH_ROWS", 2)

    def add(days: int) -> None:
        fields = {"banner_version": 1, "action": "custom", "device": "phone", "country": "DE"}
        at = application.now() - timedelta(days=days)
        row = {"workspace_id": workspace_id, "domain_id": new_id()}
        rows = [row | {"hour": at - timedelta(hours=hours)} for hours in range(5)]
        with application.database.transaction() as session:
            session.execute(insert(hourly_counts).values(count=1, **fields), rows)

    add(days=1500)
    retention.apply_retention(application)
    assert count_rows(application, hourly_counts, workspace_id) == 0
    add(days=1)
    retention.delete_counts_of(application, workspace_id)
    assert count_rows(application, hourly_counts, workspace_id) == 0
