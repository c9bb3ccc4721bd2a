"""The operator commands for domains."""

from __future__ import annotations

import io

import pytest

from tests.support.commands import Run, read
from tests.support.factories import Site


def test_a_domain_is_shown_and_deleted(
    run: Run, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = site.panel.organization["slug"]
    options = ("--workspace", slug)
    assert read(run, "domain", "show", str(site.id), *options)["hostname"] == site.hostname
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert "Cancelled." in run("domain", "delete", str(site.id), *options, status=1)
    assert (
        read(run, "domain", "delete", str(site.id), *options, "--yes")["hostname"] == site.hostname
    )
    for action in ("show", "suspend", "resume", "delete"):
        assert run("domain", action, site.id, *options, status=2) == (
            f"consent-app: The workspace {slug} has no domain with the id {site.id}."
            f" `consent-app domain list --workspace {slug}` lists its domains.\n"
        )
    (event,) = read(run, "audit", "list", *options, "--event", "domain.deleted")
    assert event["actorKind"] == "operator"


def test_a_domain_is_suspended_and_resumed(run: Run, site: Site) -> None:
    options = ("--workspace", site.panel.organization["slug"])
    suspended = read(run, "domain", "suspend", site.id, *options)
    assert suspended == {"id": site.id, "suspended": True, "changed": True}
    assert read(run, "domain", "suspend", site.id, *options)["changed"] is False
    assert read(run, "domain", "show", site.id, *options)["suspendedAt"] is not None
    (listed,) = read(run, "domain", "list", *options, "--status", "pending")
    assert listed["suspendedAt"] is not None
    run("domain", "list", *options, "--status", "verifed", status=2)
    assert read(run, "domain", "resume", site.id, *options)["changed"] is True
    assert "is not suspended" in run("domain", "resume", site.id, *options)
    assert read(run, "domain", "show", site.id, *options)["suspendedAt"] is None
    events = [event["event"] for event in read(run, "audit", "list", *options)]
    assert events[:2] == ["domain.resumed", "domain.suspended"]
    run("domain", "suspend", site.id, "--workspace", "other-workspace", status=2)
