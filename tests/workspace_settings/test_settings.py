"""The workspace's own settings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from consent_app.application import Application
from consent_app.workspace_settings.service import retention_months
from consent_app.workspaces.service import Workspace
from tests.support.factories import Panel, unique
from tests.support.harness import Harness
from tests.support.members import join


def show(panel: Panel) -> dict[str, Any]:
    workspace: dict[str, Any] = panel.get("/v1/workspace", status=200).json
    return workspace


def test_it_begins_with_what_was_decided(panel: Panel) -> None:
    workspace = show(panel)
    assert {key: workspace[key] for key in ("id", "name", "slug")} == panel.organization
    assert workspace["retentionMonths"] == 36
    assert workspace["leastRetentionMonths"] == 13
    assert workspace["visitorData"] == "reduced"
    assert workspace["plan"] == "enterprise"
    assert workspace["planEndsAt"] is None


def test_submitted_fields_change_and_are_in_the_audit_log(panel: Panel) -> None:
    name = unique("Renamed ")
    changed = panel.patch("/v1/workspace", {"name": f"  {name} "}, status=200).json
    assert changed == show(panel)
    assert changed["name"] == name
    assert changed["slug"] == panel.organization["slug"]
    panel.patch("/v1/workspace", {"retentionMonths": 13, "visitorData": "none"}, status=200)
    workspace = show(panel)
    assert (workspace["name"], workspace["retentionMonths"], workspace["visitorData"]) == (
        name,
        13,
        "none",
    )
    panel.patch("/v1/workspace", {"retentionMonths": 13}, status=200)
    second, first = panel.get("/v1/audit-events?event=workspace.changed").json
    assert first["detail"] == [
        {"name": "name", "before": panel.organization["name"], "after": name}
    ]
    assert second["detail"] == [
        {"name": "retentionMonths", "before": "36", "after": "13"},
        {"name": "visitorData", "before": "reduced", "after": "none"},
    ]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#"),
        ({"name": "  "}, "#/name"),
        ({"name": "see http://x"}, "#/name"),
        ({"name": None}, "#/name"),
        ({"retentionMonths": 12}, "#/retentionMonths"),
        ({"retentionMonths": 13.5}, "#/retentionMonths"),
        ({"visitorData": "everything"}, "#/visitorData"),
        ({"slug": "mine"}, "#/slug"),
    ],
)
def test_invalid_values_are_named(panel: Panel, body: dict[str, Any], pointer: str) -> None:
    refused = panel.patch("/v1/workspace", body, status=400).json
    assert pointer in [part["pointer"] for part in refused["errors"]]


def test_california_asks_for_two_years(panel: Panel, application: Application) -> None:
    panel.patch("/v1/workspace", {"retentionMonths": 13}, status=200)
    domain = {"hostname": f"{unique()}.com", "region": "US-CA"}
    panel.post("/v1/domains", domain, status=201)
    after = show(panel)
    assert (after["leastRetentionMonths"], after["retentionMonths"]) == (24, 24)
    with application.database.session(read_only=True) as session:
        workspace = session.get(Workspace, UUID(after["id"]))
        assert workspace is not None
        assert retention_months(session, workspace) == 24
    refused = panel.patch("/v1/workspace", {"retentionMonths": 23, "name": "No"}, status=400).json
    assert [part["pointer"] for part in refused["errors"]] == ["#/retentionMonths"]
    assert show(panel)["name"] == panel.organization["name"]
    panel.patch("/v1/workspace", {"retentionMonths": 24}, status=200)


@pytest.mark.parametrize("begins", ["when it is added", "later"])
@pytest.mark.parametrize("ends", ["deleted", "moved"])
def test_two_years_stay_when_the_domain_in_california_goes(
    panel: Panel, begins: str, ends: str
) -> None:
    panel.patch("/v1/workspace", {"retentionMonths": 13}, status=200)
    region = "US-CA" if begins == "when it is added" else "EU"
    domain = {"hostname": f"{unique()}.com", "region": region}
    path = f"/v1/domains/{panel.post('/v1/domains', domain, status=201).json['id']}"
    if begins == "later":
        assert show(panel)["retentionMonths"] == 13
        panel.patch(path, {"region": "US-CA"}, status=200)
    if ends == "deleted":
        panel.delete(path, status=204)
    else:
        panel.patch(path, {"region": "EU"}, status=200)
    after = show(panel)
    assert (after["leastRetentionMonths"], after["retentionMonths"]) == (13, 24)
    events = panel.get("/v1/audit-events", params={"event": "workspace.changed"}).json
    assert events[0]["detail"] == [{"name": "retentionMonths", "before": "13", "after": "24"}]
    panel.patch("/v1/workspace", {"retentionMonths": 13}, status=200)


def test_a_viewer_looks_and_an_admin_changes(harness: Harness, panel: Panel) -> None:
    viewer, admin = join(harness, panel, "viewer"), join(harness, panel, "admin")
    assert show(viewer) == show(panel)
    assert viewer.patch("/v1/workspace", {"name": "Mine"}, status=403).json["code"] == "forbidden"
    admin.patch("/v1/workspace", {"visitorData": "full"}, status=200)
    assert show(panel)["visitorData"] == "full"
    panel.app.get("/v1/workspace", status=401)
