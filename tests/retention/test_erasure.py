"""Which receipts belong to one visitor, and what erasing them leaves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import event
from webtest import TestApp

from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import NotFound
from consent_app.receipts.deletion_queries import MAX_IDS
from consent_app.retention.erasure import erase_visitor, find_by_proof_token, find_visitor
from consent_app.retention.events import ReceiptsErased
from consent_app.security.macs import proof_token
from tests.support.factories import Site, make_panel
from tests.support.receipt_rows import insert, row


@pytest.mark.cluster
def test_links_are_followed_both_ways_past_a_deleted_receipt(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    workspace_id = UUID(make_panel(app, now).organization["id"])
    deleted = application.new_id()
    at = [now - timedelta(days=days) for days in range(4)]
    first = row(at[3], workspace_id, former_receipt_id=deleted, ip_hash="a" * 32)
    second = row(at[2], workspace_id, former_receipt_id=deleted)
    same_address = row(at[1], workspace_id, ip_hash="a" * 32)
    unrelated = row(at[0], workspace_id)
    insert(application, [first, second, same_address, unrelated])
    ctx = Context.of_operator(application).in_workspace(workspace_id)
    with ctx.reading() as reading:
        visitor = find_visitor(reading, first["id"])
        assert visitor.linked == {first["id"], second["id"]}
        assert visitor.with_same_hash == 1
        token = proof_token(application.keys, unrelated["id"])
        assert find_by_proof_token(reading, token) == unrelated["id"]
        with pytest.raises(NotFound):
            find_visitor(reading, UUID(int=9))
    with ctx.transaction() as writing:
        assert erase_visitor(writing, visitor, same_address=False) == 2
    # Somebody else found them before they were erased.
    with pytest.raises(NotFound), ctx.transaction() as writing:
        erase_visitor(writing, visitor, same_address=False)
    with ctx.reading() as reading:
        assert find_visitor(reading, unrelated["id"]).linked == {unrelated["id"]}
        with pytest.raises(NotFound):
            find_visitor(reading, first["id"])


def test_the_event_names_each_deleted_receipt(application: Application, site: Site) -> None:
    workspace_id = UUID(site.panel.organization["id"])
    now = application.now()
    first = row(now - timedelta(days=2), workspace_id, ip_hash="a" * 32)
    linked = row(now - timedelta(days=1), workspace_id, former_receipt_id=first["id"])
    same_address = row(now, workspace_id, ip_hash="a" * 32)
    insert(application, [first, linked, same_address])
    erased: list[ReceiptsErased] = []
    application.bus.subscribe(ReceiptsErased, lambda ctx, event: erased.append(event))
    ctx = Context.of_operator(application).in_workspace(workspace_id)
    with ctx.transaction() as writing:
        erase_visitor(writing, find_visitor(writing, linked["id"]), same_address=True)
    (event,) = erased
    assert event.subject_id == linked["id"]
    assert event.receipt_ids == {first["id"], linked["id"], same_address["id"]}


@pytest.mark.cluster
def test_however_many_decisions_follow_one_another_they_are_found_by_one_statement(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    workspace_id = UUID(make_panel(app, now).organization["id"])
    rows: list[dict[str, Any]] = []
    for number in range(MAX_IDS + 100):
        former = rows[-1]["id"] if rows else None
        at = now - timedelta(minutes=1000 - number)
        rows.append(row(at, workspace_id, former_receipt_id=former, ip_hash=f"{number:032x}"))
    insert(application, rows)
    ids = [item["id"] for item in rows]
    ctx = Context.of_operator(application).in_workspace(workspace_id)
    for receipt_id in (ids[0], ids[300], ids[-1]):
        statements: list[str] = []
        with ctx.reading() as reading:
            event.listen(
                reading.session.connection(),
                "before_cursor_execute",
                lambda *values, recorded=statements: recorded.append(values[2]),
            )
            visitor = find_visitor(reading, receipt_id)
        assert visitor.linked == set(ids)
        assert visitor.with_same_hash == 0
        assert len(statements) == 1 + 2 * (len(rows) // MAX_IDS + 1)
    with ctx.transaction() as writing:
        assert erase_visitor(writing, visitor, same_address=True) == len(rows)
