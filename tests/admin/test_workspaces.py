"""The operator commands for workspaces."""

from __future__ import annotations

import io
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import click
import pytest
from sqlalchemy import func, insert, select
from webtest import TestApp

from consent_app.application import Application
from consent_app.billing.models import Subscription
from consent_app.cli.commands import consent_app
from consent_app.events.models import AuditEvent
from consent_app.migrations.migrate import models_metadata
from consent_app.receipts.models import consent_receipts
from consent_app.statistics.models import consent_impressions, hourly_counts, rule_counts
from consent_app.statistics.retention import delete_counts_of
from tests.support.commands import Run, read
from tests.support.factories import Panel, Site
from tests.support.harness import Harness
from tests.support.row_search import columns_with

NOTHING = dict.fromkeys(("analytics", "marketing", "preferences"), False)
DELETED_BEFORE = {
    "consent_receipts",
    "consent_idempotency",
    "consent_figures",
    "consent_daily_counts",
    "consent_presentation_counts",
    "consent_impressions",
    "consent_rule_counts",
}
DELETED_LATER = {"export_manifests", "site_changes"}
DELETED_WITH_OTHERS = {"domain_conditions", "mail_preferences"}


def test_workspaces_are_listed_page_by_page_and_shown(run: Run, panel: Panel) -> None:
    slug = panel.organization["slug"]
    (newest,) = read(run, "workspace", "list", "--limit", "1")
    assert newest["slug"] == slug
    assert newest["suspended"] is False
    older = read(run, "workspace", "list", "--limit", "1", "--cursor", newest["id"])
    assert slug not in [workspace["slug"] for workspace in older]
    details = read(run, "workspace", "show", slug)
    assert details["members"] == [{"email": panel.person.email, "role": "owner"}]
    # For people: a heading, then a line for each.
    lines = run("workspace", "list", "--limit", "1").splitlines()
    assert lines[0].split()[:2] == ["id", "slug"]
    assert slug in lines[1]
    assert "No workspace has the slug no-such-one. `consent-app workspace list` lists" in run(
        "workspace", "show", "no-such-one", status=2
    )


def test_a_suspended_workspace_is_closed_and_loses_nothing(run: Run, site: Site) -> None:
    slug = site.panel.organization["slug"]
    site.decide()
    assert run("workspace", "suspend", slug) == f"{slug} is suspended.\n"
    assert "Nothing to do" in run("workspace", "suspend", slug)
    site.panel.get("/v1/domains", status=403)
    assert len(site.receipts()) == 1
    assert read(run, "workspace", "show", slug)["suspended"] is True
    assert run("workspace", "resume", slug) == f"{slug} is resumed.\n"
    assert "Nothing to do" in run("workspace", "resume", slug)
    site.panel.get("/v1/domains", status=200)
    events = read(run, "audit", "list", "--workspace", slug, "--event", "workspace.changed")
    assert [event["actorKind"] for event in events] == ["operator", "operator"]
    assert events[0]["detail"] == [{"name": "suspended", "before": "true", "after": "false"}]


def test_every_command_takes_a_slug_in_any_case(
    run: Run, panel: Panel, application: Application
) -> None:
    slug = panel.organization["slug"]
    for command in ("suspend", "resume", "show"):
        run("workspace", command, slug.upper())
    run("user", "create-owner", panel.person.email, "--workspace", slug.upper())
    run("workspace", "delete", slug.upper(), "--yes")
    with application.database.session(read_only=True) as session:
        subject_id = UUID(panel.organization["id"])
        detail = session.scalar(select(AuditEvent.detail).filter_by(subject_id=subject_id))
    assert detail[0] == {"name": "slug", "before": slug, "after": None}
    deletions = read(run, "audit", "list", "--event", "workspace.deleted")
    assert panel.organization["id"] in {event["subjectId"] for event in deletions}


def test_the_receipts_that_go_with_a_workspace_are_counted(run: Run, site: Site) -> None:
    site.decide()
    slug = site.panel.organization["slug"]
    assert f"{slug} is deleted, with 1 receipt." in run("workspace", "delete", slug, "--yes")


def test_user_names_cannot_move_the_cursor(
    run: Run, app: TestApp, application: Application
) -> None:
    from consent_app.cli.output import print_row

    print_row({"name": "\x1b[31mred\r"}, as_json=False)
    assert run("workspace", "list", "--limit", "1").isprintable() is False  # its newlines
    assert "\x1b" not in run("workspace", "list")


@pytest.mark.cluster
def test_deleting_a_workspace_deletes_its_receipts_and_is_logged(
    run: Run, site: Site, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug, workspace_id = site.panel.organization["slug"], site.panel.organization["id"]
    run("demo", "seed", "--receipts", "30", "--workspace", slug)
    (event,) = site.panel.get("/v1/audit-events?event=receipts.generated").json
    assert event["actorKind"] == "operator"
    assert event["detail"] == [{"name": "rows", "before": None, "after": "30"}]
    with harness.application.database.transaction() as session:
        rows = {"hour": harness.application.now(), "rule_id": "eu", "count": 1}
        ids = {"workspace_id": UUID(workspace_id), "domain_id": UUID(site.id)}
        session.execute(insert(rule_counts).values(**rows, **ids))
    monkeypatch.setattr("sys.stdin", io.StringIO("another\n"))
    assert "Cancelled." in run("workspace", "delete", slug, status=1)
    assert read(run, "workspace", "show", slug)["suspended"] is False

    def late(app: Application, workspace: UUID) -> None:
        """A visitor withdraws after the receipts were deleted, before the workspace is."""
        delete_counts_of(app, workspace)
        if not refused:
            refused.append(site.decide(action="reject_all", **NOTHING))

    refused: list[Any] = []
    monkeypatch.setattr("consent_app.admin.workspaces.delete_counts_of", late)
    deleted = read(run, "workspace", "delete", slug, "--yes")
    assert deleted == {"id": workspace_id, "slug": slug, "receipts": 31}
    assert f"No workspace has the slug {slug}." in run("workspace", "show", slug, status=2)
    with harness.application.database.session(read_only=True) as session:
        for table in (consent_receipts, hourly_counts, consent_impressions):
            statement = select(func.count()).where(table.c.workspace_id == UUID(workspace_id))
            assert session.scalar(statement) == 0, table
        event = session.scalars(
            select(AuditEvent).where(AuditEvent.subject_id == UUID(workspace_id))
        ).one()
    assert (event.event, event.actor_kind, event.workspace_id) == (
        *("workspace.deleted", "operator"),
        None,
    )
    # What changed is kept for the caches of other processes, by id.
    assert columns_with(harness.application, workspace_id) == {
        "audit_events.subject_id",
        "site_changes.workspace_id",
    }
    assert columns_with(harness.application, slug) == {"audit_events.detail"}
    assert columns_with(harness.application, site.hostname) == set()


def test_views_that_a_server_counts_before_it_knows_of_the_deletion_are_deleted(
    run: Run, site: Site, harness: Harness
) -> None:
    def show_banner() -> int:
        path = f"/v1/public/domains/{site.id}/impressions"
        response = site.panel.app.post(path, headers={"Origin": site.origin}, status="*")
        return int(response.status_int)

    def show_until_it_is_gone() -> int:
        while (status := show_banner()) == 204:
            time.sleep(0.02)
        return status

    with ThreadPoolExecutor(1) as pool:
        last_status = pool.submit(show_until_it_is_gone)
        run("workspace", "delete", site.panel.organization["slug"], "--yes")
        assert last_status.result(timeout=30) == 404
    own = consent_impressions.c.workspace_id == UUID(site.panel.organization["id"])
    with harness.application.database.session(read_only=True) as session:
        assert session.scalar(select(func.count()).where(own)) == 0


def test_no_table_is_forgotten_when_a_workspace_is_deleted() -> None:
    without_key = {
        table.name
        for table in models_metadata().tables.values()
        if "workspace_id" in table.columns
        and not any(
            key.column.table.name == "workspaces" for key in table.c.workspace_id.foreign_keys
        )
    }
    advice = "delete its rows in `workspace delete`, or by a foreign key, and name the table here"
    assert without_key == DELETED_BEFORE | DELETED_LATER | DELETED_WITH_OTHERS, advice


def test_a_workspace_with_a_subscription_is_not_deleted(
    run: Run, panel: Panel, harness: Harness
) -> None:
    slug, workspace_id = panel.organization["slug"], UUID(panel.organization["id"])
    with harness.application.database.transaction() as session:
        session.add(
            Subscription(
                id=uuid4(),
                workspace_id=workspace_id,
                stripe_customer_id=f"cus_{uuid4().hex}",
                stripe_subscription_id=f"sub_{uuid4().hex}",
                plan="business",
                status="active",
                started_at=harness.application.now(),
                cancel_at_period_end=False,
                version=1,
            )
        )
    assert "It has an active subscription" in run("workspace", "delete", slug, "--yes", status=2)
    assert read(run, "workspace", "show", slug)["suspended"] is False


def test_every_command_that_lists_or_changes_answers_json_too() -> None:
    without = set()
    for name in (
        "workspace",
        "user",
        "domain",
        "api-key",
        "audit",
        "mail",
        "database",
        "demo",
        "jobs",
        "receipts",
    ):
        group = consent_app.get_command(click.Context(consent_app), name)
        assert isinstance(group, click.Group)
        for command in group.commands.values():
            if not any(param.name == "as_json" for param in command.params):
                without.add(f"{name} {command.name}")
    # They print nothing that a program could use, or a file.
    assert without == {"mail unsubscribe", "receipts export"}
