"""The operator commands for API keys."""

from __future__ import annotations

import io
import json

import pytest
from webtest import TestApp

from tests.support.commands import Run, Terminal, read
from tests.support.factories import Panel, Site, bearer, make_panel


def test_domains_and_keys_are_listed_and_a_key_is_revoked(
    run: Run, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = site.panel.organization["slug"]
    (domain,) = read(run, "domain", "list", "--workspace", slug)
    assert (domain["id"], domain["hostname"]) == (site.id, site.hostname)
    assert read(run, "domain", "list", "--workspace", slug, "--status", "verified") == []
    (key,) = read(run, "api-key", "list", "--workspace", slug)
    assert key["createdBy"] == site.panel.person.email
    assert site.key not in json.dumps(key)
    site.receipts()
    revoke = ("api-key", "revoke", key["id"], "--workspace", slug)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert "Cancelled." in run(*revoke, status=1)
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    assert f"Revoke the key {key['name']}? [y/N]" in run(*revoke, status=1)
    site.receipts()
    assert run(*revoke, "--yes").endswith("is revoked.\n")
    site.panel.app.get("/v1/api/consent-events", headers=bearer(site.key), status=401)
    assert read(run, "api-key", "list", "--workspace", slug) == []
    assert run(*revoke, status=2) == (
        f"consent-app: The workspace {slug} has no key with the id {key['id']}, or it is revoked."
        f" `consent-app api-key list --workspace {slug}` lists its keys.\n"
    )


def test_another_workspaces_key_is_not_revoked(run: Run, site: Site, app: TestApp) -> None:
    other_panel = make_panel(app, site.panel.app.application.now())
    (key,) = read(run, "api-key", "list", "--workspace", site.panel.organization["slug"])
    slug = other_panel.organization["slug"]
    run("api-key", "revoke", key["id"], "--workspace", slug, status=2)
    site.receipts()


def test_a_key_is_shown_until_it_is_revoked(run: Run, panel: Panel) -> None:
    options = ("--workspace", panel.organization["slug"])
    key = panel.post("/v1/api-keys", {"name": "Reader"}).json
    assert read(run, "api-key", "show", key["id"], *options)["name"] == "Reader"
    assert key["key"] not in run("api-key", "show", key["id"], *options)
    assert read(run, "api-key", "revoke", key["id"], *options, "--yes")["revoked"] is True
    assert "or it is revoked." in run("api-key", "show", key["id"], *options, status=2)
