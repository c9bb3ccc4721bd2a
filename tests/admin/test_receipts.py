"""Exporting receipts and erasing a visitor's from the command line."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, select
from webtest import TestApp

from consent_app.admin import receipts
from consent_app.application import Application
from consent_app.cli import main
from consent_app.events.models import AuditEvent
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.workspaces.queries import lock_workspace_by_slug
from tests.support.commands import Terminal
from tests.support.factories import Site, bearer, make_panel, make_site


def run(site: Site, ini: str, action: str, *arguments: str) -> int:
    slug = site.panel.organization["slug"]
    return main(["receipts", action, "--workspace", slug, "--ini", ini, *arguments])


def erase(site: Site, ini: str, *arguments: str) -> int:
    return run(site, ini, "erase", *arguments, "--yes")


@pytest.mark.parametrize(
    ("name", "accept"),
    [("json", "application/json"), ("ndjson", "application/x-ndjson"), ("csv", "text/csv")],
)
def test_an_export_is_the_apis(
    site: Site, ini: str, tmp_path: Path, name: str, accept: str, capsys: Any
) -> None:
    for _ in range(3):
        site.decide()
    site.decide(headers={"Sec-GPC": "1"}, surface="reopened")
    output = tmp_path / f"receipts.{name}"
    assert run(site, ini, "export", "--format", name, "-o", str(output)) == 0
    query = {"limit": "10001"} if name == "json" else {}
    path = "/v1/api/consent-events"
    over_http = site.panel.app.get(path, query, headers=bearer(site.key) | {"Accept": accept})
    assert output.read_bytes() == over_http.body
    assert output.stat().st_mode & 0o077 == 0
    # Not a terminal: no bar, one line of what was done.
    printed = capsys.readouterr()
    assert printed.err.startswith("4 receipts, export ")
    assert printed.err.count("\n") == 1
    assert run(site, ini, "export", "-o", str(output)) == 0
    assert output.read_bytes() == over_http.body
    assert capsys.readouterr().err.startswith("4 receipts, export ")
    assert run(site, ini, "export", "--limit", "1", "-o", str(output)) == 0
    assert capsys.readouterr().err.startswith("1 receipt, export ")
    assert run(site, ini, "export", "--limit", str(10**20), "-o", str(output)) == 0
    events = site.panel.get("/v1/audit-events", params={"event": "receipts.exported"}).json
    assert events[-1]["actorKind"] == "operator"


def test_a_failed_export_leaves_no_file(site: Site, ini: str, tmp_path: Path, capsys: Any) -> None:
    output = tmp_path / "receipts.json"
    output.write_text("before")
    assert run(site, ini, "export", "--action", "all", "-o", str(output)) == 2
    empty = tmp_path / "empty.json"
    assert run(site, ini, "export", "--action", "reject_all", "-o", str(empty)) == 0
    assert empty.read_bytes() == b"[]"
    empty.unlink()
    assert run(site, ini, "export", "--limit", "0", "-o", str(output)) == 2
    assert run(site, ini, "export", "-o", str(tmp_path / "nowhere" / "x.json")) == 2
    nobody = ["receipts", "export", "--workspace", "nobody", "-o", str(output), "--ini", ini]
    assert main(nobody) == 2
    assert "--action must be one of accept_all, " in capsys.readouterr().err
    assert output.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["receipts.json", "some.ini"]


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_export_does_not_wait_for_a_change_of_the_workspace(
    application: Application, site: Site, ini: str, tmp_path: Path
) -> None:
    with application.database.transaction() as session:
        lock_workspace_by_slug(session, site.panel.organization["slug"])
        assert run(site, ini, "export", "-o", str(tmp_path / "receipts.json")) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_export_that_is_ended_leaves_no_file(
    site: Site, ini: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def end(*_: object) -> None:
        assert len(list(tmp_path.iterdir())) == 2
        os.kill(os.getpid(), number)

    monkeypatch.setattr(receipts, "_write", end)
    # Under nohup, SIGHUP is ignored.
    former = signal.signal(number, signal.SIG_DFL)
    try:
        with pytest.raises(SystemExit) as ended:
            run(site, ini, "export", "-o", str(tmp_path / "receipts.json"))
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, former)
    assert ended.value.code == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["some.ini"]


@pytest.mark.parametrize(
    ("option", "form"),
    [
        ("--from", "an instant such as 2026-01-01T00:00:00Z"),
        ("--country", "a code of two letters such as DE"),
        ("--domain", "an id, which `domain list` prints"),
        ("--status", "one of valid, expired"),
    ],
)
def test_a_filter_that_is_not_valid_is_named_with_its_form(
    site: Site, ini: str, capsys: pytest.CaptureFixture[str], option: str, form: str
) -> None:
    assert run(site, ini, "export", option, "2026-01-01", "-o", "-") == 2
    assert capsys.readouterr().err == f"consent-app: {option} must be {form}.\n"


def chain(site: Site, number: int, **how: Any) -> list[Any]:
    """Return a visitor's decisions, each following the one before."""
    values: list[Any] = []
    for _ in range(number):
        former = (
            {"formerReceiptId": values[-1]["id"], "formerProofToken": values[-1]["proofToken"]}
            if values
            else {}
        )
        values.append(site.decide(**former, **how).json)
    return values


def left(application: Application, site: Site) -> set[str]:
    statement = select(consent_receipts.c.id).where(consent_receipts.c.domain_id == UUID(site.id))
    with application.database.session(read_only=True) as session:
        return {str(row) for row in session.scalars(statement)}


def audit_details(application: Application, site: Site) -> list[dict[str | None, str | None]]:
    columns = {"workspace_id": UUID(site.panel.organization["id"]), "event": "receipts.erased"}
    with application.database.session(read_only=True) as session:
        events = session.scalars(select(AuditEvent).filter_by(actor_kind="operator", **columns))
        return [{item["name"]: item["after"] for item in event.detail} for event in events]


def test_a_visitor_is_erased_by_an_id_in_the_middle(
    application: Application, site: Site, ini: str, capsys: Any
) -> None:
    key = {"Idempotency-Key": str(uuid4())}
    visitor = chain(site, 1, headers=key) + chain(site, 0)
    linked = {"formerReceiptId": visitor[0]["id"], "formerProofToken": visitor[0]["proofToken"]}
    visitor += [site.decide(**linked).json for _ in range(2)]
    other_receipt = site.decide().json
    assert erase(site, ini, "--receipt", visitor[1]["id"]) == 0
    assert left(application, site) == {other_receipt["id"]}
    output = capsys.readouterr().out
    assert "itself included: 3." in output
    assert "same address hash: 1." in output
    assert "Receipts deleted: 3." in output
    assert audit_details(application, site) == [{"rows": "3", "sameAddress": "false"}]
    keys = select(func.count()).where(consent_idempotency.c.domain_id == UUID(site.id))
    with application.database.session(read_only=True) as session:
        assert session.scalar(keys) == 0
    assert erase(site, ini, "--receipt", visitor[1]["id"]) == 2
    capsys.readouterr()
    assert erase(site, ini, "--receipt", other_receipt["id"], "--json") == 0
    row = {"receiptId": other_receipt["id"], "receipts": 1, "sameAddress": False}
    assert json.loads(capsys.readouterr().out) == row


def test_a_visitor_is_erased_by_a_proof_token(
    application: Application, site: Site, ini: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = (chain(site, 2) for _ in range(3))
    assert erase(site, ini, "--proof-token", first[0]["proofToken"]) == 0
    assert left(application, site) == {row["id"] for row in second + third}
    monkeypatch.setattr(sys, "stdin", io.StringIO(second[1]["proofToken"] + "\n"))
    options = ["--receipt", second[1]["id"], "--proof-token", "-"]
    assert erase(site, ini, *options) == 0
    assert left(application, site) == {row["id"] for row in third}
    wrong = ["--receipt", third[0]["id"], "--proof-token", third[1]["proofToken"]]
    assert erase(site, ini, *wrong) == 2
    assert erase(site, ini, "--proof-token", "x.y") == 2
    assert erase(site, ini) == 2
    assert len(left(application, site)) == 2
    assert third[1]["proofToken"] not in capsys.readouterr().out


def test_a_visitor_is_erased_only_when_agreed_to(
    application: Application, site: Site, ini: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    receipt, same = site.decide().json, site.decide().json
    far = site.decide(remote_addr="2001:db8:ffff::9").json
    for options, question in (
        ([], "Delete 1 receipt? [y/N]"),
        (["--same-address"], "Delete 2 receipts? [y/N]"),
    ):
        for answer in ("n\n", ""):
            monkeypatch.setattr(sys, "stdin", Terminal(answer))
            assert run(site, ini, "erase", "--receipt", receipt["id"], *options) == 1
            printed = capsys.readouterr()
            assert question in printed.err
            assert "Cancelled." in printed.err
    # Without a terminal there is nobody to agree.
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(site, ini, "erase", "--receipt", far["id"]) == 1
    assert left(application, site) == {receipt["id"], same["id"], far["id"]}
    assert erase(site, ini, "--receipt", far["id"]) == 0
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert run(site, ini, "erase", "--receipt", receipt["id"], "--same-address") == 0
    assert left(application, site) == set()
    assert {"rows": "2", "sameAddress": "true"} in audit_details(application, site)


def test_another_workspaces_visitor_is_not_found(
    app: TestApp, application: Application, site: Site, ini: str
) -> None:
    other_site = make_site(make_panel(app, application.now()))
    receipt = other_site.decide().json
    assert erase(site, ini, "--receipt", receipt["id"]) == 2
    assert erase(site, ini, "--proof-token", receipt["proofToken"]) == 2
    assert left(application, other_site) == {receipt["id"]}
