"""``consent-app audit list``."""

from __future__ import annotations

from uuid import UUID

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.events.models import AuditEvent
from tests.support.commands import Run, read
from tests.support.factories import Panel, make_key, make_panel


def test_events_are_listed_newest_first_page_by_page(run: Run, panel: Panel) -> None:
    for name in ("First", "Second", "Third"):
        make_key(panel, name=name)
    options = ("--workspace", panel.organization["slug"], "--event", "api_key.created")
    events = read(run, "audit", "list", *options)
    assert [event["event"] for event in events] == ["api_key.created"] * 3
    instants = [event["at"] for event in events]
    assert instants == sorted(instants, reverse=True)
    pages, cursor = [], ()
    while page := read(run, "audit", "list", *options, "--limit", "2", *cursor):
        pages.append(page)
        cursor = ("--cursor", page[-1]["id"])
    assert [len(page) for page in pages] == [2, 1]
    assert [event for page in pages for event in page] == events


def test_programs_get_the_details_and_people_the_columns(run: Run, panel: Panel) -> None:
    slug = panel.organization["slug"]
    panel.patch("/v1/workspace", {"name": "Kiln"}, status=200)
    options = ("--workspace", slug, "--event", "workspace.changed")
    (event,) = read(run, "audit", "list", *options)
    assert event["actorEmail"] == panel.person.email
    assert {"name": "name", "before": panel.organization["name"], "after": "Kiln"} in event[
        "detail"
    ]
    heading, line = run("audit", "list", *options).splitlines()
    assert heading.split()[:3] == ["id", "at", "event"]
    assert "detail" not in heading
    assert panel.person.email in line
    assert "Kiln" not in line


def test_another_workspaces_events_are_not_listed(
    run: Run, app: TestApp, application: Application, panel: Panel
) -> None:
    other = make_panel(app, application.now())
    make_key(other)
    for owner in (panel, other):
        events = read(run, "audit", "list", "--workspace", owner.organization["slug"])
        assert {event["actorEmail"] for event in events} == {owner.person.email}


def test_what_is_not_there_is_said(run: Run, panel: Panel) -> None:
    slug = panel.organization["slug"]
    assert read(run, "audit", "list", "--workspace", slug, "--event", "receipts.erased") == []
    unknown = run("audit", "list", "--workspace", "no-such-one", status=2)
    assert "No workspace has the slug no-such-one." in unknown
    assert "is not an id" in run(
        "audit", "list", "--workspace", slug, "--cursor", "yesterday", status=2
    )


@pytest.mark.parametrize(
    ("event", "nearest"),
    [
        ("api_key.create", "api_key.created"),
        ("API_KEY.CREATED", "api_key.created"),
        ("request.forbiden", "request.forbidden"),
        ("created", "docs/audit-events.md"),
        ("", "docs/audit-events.md"),
        ("x" * 10_000, "docs/audit-events.md"),
    ],
)
def test_an_event_that_does_not_exist_is_refused(
    run: Run, panel: Panel, event: str, nearest: str
) -> None:
    make_key(panel)
    for options in ((), ("--workspace", panel.organization["slug"], "--json")):
        refused = run("audit", "list", "--event", event, *options, status=2)
        assert "There is no event" in refused
        assert nearest in refused
        assert len(refused) < 1_000


def test_an_event_of_another_release_is_listed(
    run: Run, application: Application, panel: Panel
) -> None:
    workspace_id = UUID(panel.organization["id"])
    with application.database.transaction() as session:
        session.add(
            AuditEvent(
                id=new_id(),
                workspace_id=workspace_id,
                event="note.added",
                outcome="success",
                actor_kind="system",
                detail=[],
            )
        )
    options = ("--workspace", panel.organization["slug"], "--event", "note.added")
    assert [event["event"] for event in read(run, "audit", "list", *options)] == ["note.added"]
