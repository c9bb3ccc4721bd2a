"""The commands by which an operator looks at an installation and changes it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import click
import pytest
from sqlalchemy import func, select
from webtest import TestApp

from consent_app.application import Application
from consent_app.billing.models import Subscription
from consent_app.cli import consent_app, main
from consent_app.events.models import AuditEvent
from consent_app.receipts.models import consent_receipts
from consent_app.statistics.models import consent_impressions, hourly_counts
from consent_app.statistics.retention import delete_counts_of
from tests.support.account_mails import mails_to
from tests.support.databases import Databases
from tests.support.factories import Panel, Site, bearer, make_panel, make_site, register
from tests.support.harness import SECRET_KEYS, Harness
from tests.support.mail_servers import MailHandler, smtp_server
from tests.support.processes import free_port

NOTHING = dict.fromkeys(("analytics", "marketing", "preferences"), False)

Run = Callable[..., str]


@pytest.fixture
def run(
    harness: Harness,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a command on the application's database; return what it printed."""
    settings = harness.application.settings
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(settings.var_dir))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)

    def ran(*arguments: str, status: int = 0) -> str:
        assert main(list(arguments)) == status, capsys.readouterr().err
        printed = capsys.readouterr()
        return printed.out if status == 0 else printed.out + printed.err

    return ran


@pytest.fixture
def panel(app: TestApp, application: Application) -> Panel:
    """An owner and a workspace."""
    return make_panel(app, application.now())


@pytest.fixture
def site(panel: Panel) -> Site:
    """A domain of it."""
    return make_site(panel)


def read(run: Run, *arguments: str, status: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", status=status))


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
    assert "No workspace has this slug." in run("workspace", "show", "no-such-one", status=2)


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


def test_domains_and_keys_are_listed_and_a_key_is_revoked(run: Run, site: Site) -> None:
    slug = site.panel.organization["slug"]
    (domain,) = read(run, "domain", "list", "--workspace", slug)
    assert (domain["id"], domain["hostname"]) == (site.id, site.hostname)
    assert read(run, "domain", "list", "--workspace", slug, "--status", "verified") == []
    (key,) = read(run, "api-key", "list", "--workspace", slug)
    assert key["createdBy"] == site.panel.person.email
    assert site.key not in json.dumps(key)
    site.receipts()
    assert run("api-key", "revoke", key["id"], "--workspace", slug).endswith("is revoked.\n")
    site.panel.app.get("/v1/api/consent-events", headers=bearer(site.key), status=401)
    assert read(run, "api-key", "list", "--workspace", slug) == []
    run("api-key", "revoke", key["id"], "--workspace", slug, status=2)


def test_another_workspaces_key_is_not_revoked(run: Run, site: Site, app: TestApp) -> None:
    other = make_panel(app, site.panel.app.application.now())
    (key,) = read(run, "api-key", "list", "--workspace", site.panel.organization["slug"])
    slug = other.organization["slug"]
    run("api-key", "revoke", key["id"], "--workspace", slug, status=2)
    site.receipts()


def test_an_account_is_shown_and_its_verification_sent_again(
    run: Run, harness: Harness, app: TestApp, panel: Panel
) -> None:
    details = read(run, "user", "show", panel.person.email)
    assert details["authenticator"] is True
    assert details["verifiedAt"] is None
    assert details["workspaces"] == [{"slug": panel.organization["slug"], "role": "owner"}]
    assert not {"passwordHash", "secret"} & set(details)
    email, _ = register(app)
    before = len(mails_to(harness, email))
    assert "on its way" in run("user", "resend-verification", email)
    assert len(mails_to(harness, email)) == before + 1
    assert "No account" in run("user", "show", "nobody@example.com", status=2)


def test_user_names_cannot_move_the_cursor(
    run: Run, app: TestApp, application: Application
) -> None:
    from consent_app.admin.output import print_row

    print_row({"name": "\x1b[31mred\r"}, as_json=False)
    assert run("workspace", "list", "--limit", "1").isprintable() is False  # its newlines
    assert "\x1b" not in run("workspace", "list")


def test_the_database_says_how_it_is(
    run: Run, databases: Databases, dialect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    details = read(run, "database", "status")
    assert (details["kind"], details["ready"], details["fault"]) == (dialect, True, None)
    assert details["connectionsPerProcess"] == 18
    assert details["jobsDead"] >= 0
    monkeypatch.setenv("CONSENT_DATABASE_URL", databases.empty(dialect))
    assert main(["database", "status"]) == 1


def test_a_mail_is_tried_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, application: Application
) -> None:
    server = MailHandler()
    with smtp_server(server) as port:
        monkeypatch.setenv("CONSENT_SMTP_URL", f"smtp://127.0.0.1:{port}")
        assert run("mail", "test", "ada@example.com") == "The mail is with the mail server.\n"
    (mail,) = server.envelopes
    assert b"try its mail server" in mail.content
    monkeypatch.setenv("CONSENT_SMTP_URL", f"smtp://127.0.0.1:{free_port()}")
    assert "mail server" in run("mail", "test", "ada@example.com", status=1)
    assert "The address is" in run("mail", "test", "ada@example.com\r\nBcc: x@y.z", status=2)


@pytest.mark.cluster
def test_deleting_a_workspace_deletes_its_receipts_and_is_logged(
    run: Run, site: Site, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug, workspace_id = site.panel.organization["slug"], site.panel.organization["id"]
    run("demo", "seed", "--receipts", "30", "--workspace", slug)
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
    assert "No workspace has this slug." in run("workspace", "show", slug, status=2)
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
    assert "It has a subscription" in run("workspace", "delete", slug, "--yes", status=2)
    assert read(run, "workspace", "show", slug)["suspended"] is False


def test_accounts_are_listed_verified_and_deleted(run: Run, app: TestApp) -> None:
    register(app)
    email, _ = register(app)
    newest = read(run, "user", "list", "--limit", "1")[0]
    assert (newest["email"], newest["verified"]) == (email, False)
    older = read(run, "user", "list", "--limit", "1", "--cursor", newest["id"])
    assert older[0]["email"] != email
    assert read(run, "user", "verify", email, "--yes")["changed"] is True
    assert read(run, "user", "verify", email, "--yes")["changed"] is False
    assert read(run, "user", "show", email)["verifiedAt"] is not None
    assert read(run, "user", "delete", email, "--yes")["id"] == newest["id"]
    assert "No account has this address." in run("user", "show", email, status=2)


def test_the_last_member_leaves_a_suspended_workspace(run: Run, panel: Panel) -> None:
    slug = panel.organization["slug"]
    run("user", "delete", panel.person.email, "--yes")
    details = read(run, "workspace", "show", slug)
    assert (details["members"], details["suspended"]) == ([], True)


def test_a_domain_is_shown_and_deleted(
    run: Run, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = site.panel.organization["slug"]
    own = ("--workspace", slug)
    assert read(run, "domain", "show", str(site.id), *own)["hostname"] == site.hostname
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert "Cancelled." in run("domain", "delete", str(site.id), *own, status=1)
    assert read(run, "domain", "delete", str(site.id), *own, "--yes")["hostname"] == site.hostname
    run("domain", "show", str(site.id), *own, status=2)
    (event,) = read(run, "audit", "list", *own, "--event", "domain.deleted")
    assert event["actorKind"] == "operator"


def test_a_domain_is_suspended_and_resumed(run: Run, site: Site) -> None:
    own = ("--workspace", site.panel.organization["slug"])
    suspended = read(run, "domain", "suspend", site.id, *own)
    assert suspended == {"id": site.id, "suspended": True, "changed": True}
    assert read(run, "domain", "suspend", site.id, *own)["changed"] is False
    assert read(run, "domain", "show", site.id, *own)["suspendedAt"] is not None
    (listed,) = read(run, "domain", "list", *own)
    assert listed["suspendedAt"] is not None
    assert read(run, "domain", "resume", site.id, *own)["changed"] is True
    assert "is not suspended" in run("domain", "resume", site.id, *own)
    assert read(run, "domain", "show", site.id, *own)["suspendedAt"] is None
    events = [event["event"] for event in read(run, "audit", "list", *own)]
    assert events[:2] == ["domain.resumed", "domain.suspended"]
    run("domain", "suspend", site.id, "--workspace", "other-workspace", status=2)


def test_a_key_is_shown_until_it_is_revoked(run: Run, panel: Panel) -> None:
    own = ("--workspace", panel.organization["slug"])
    key = panel.post("/v1/api-keys", {"name": "Reader"}).json
    assert read(run, "api-key", "show", key["id"], *own)["name"] == "Reader"
    assert key["key"] not in run("api-key", "show", key["id"], *own)
    assert read(run, "api-key", "revoke", key["id"], *own)["revoked"] is True
    assert "no such key" in run("api-key", "show", key["id"], *own, status=2)


def test_every_command_that_lists_or_changes_answers_json_too() -> None:
    without = set()
    for name in ("workspace", "user", "domain", "api-key", "audit", "mail", "database", "demo"):
        group = consent_app.get_command(click.Context(consent_app), name)
        assert isinstance(group, click.Group)
        for command in group.commands.values():
            if not any(param.name == "as_json" for param in command.params):
                without.add(f"{name} {command.name}")
    # What they print is a link for a person, or nothing that a program could use.
    assert without == {"user create-owner", "mail unsubscribe"}
