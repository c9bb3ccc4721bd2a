"""Templates: one banner applied to many domains, all of them or none."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import event, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.workspaces.models import Workspace
from tests.support.factories import Panel, bearer, make_panel, unique

ROUTE = "/v1/banner-templates"
BANNER: dict[str, Any] = {
    "controller": "The Chain",
    "categories": [{"id": "analytics"}],
    "locales": [{"locale": "en", "texts": {"title": "From the template"}}],
}


def make_template(panel: Panel, name: str = "Shops") -> dict[str, Any]:
    template: dict[str, Any] = panel.post(ROUTE, {"name": name, "banner": BANNER}, status=201).json
    return template


def add(panel: Panel, count: int) -> list[str]:
    return [
        panel.post("/v1/domains", {"hostname": f"{unique('shop')}.com"}, status=201).json["id"]
        for _ in range(count)
    ]


def test_a_template_is_kept_changed_and_deleted(panel: Panel) -> None:
    template = make_template(panel)
    path = f"{ROUTE}/{template['id']}"
    assert panel.post(ROUTE, {"name": " Shops ", "banner": BANNER}, status=409).json["code"] == (
        "template_name_taken"
    )
    response = panel.get(path)
    assert response.json == template
    assert response.json["banner"]["locales"][0]["texts"]["title"] == "From the template"
    changed = {"name": "All shops", "banner": BANNER}
    panel.put(path, changed, status=428)
    panel.put(path, changed, if_match='"x"', status=412)
    replaced = panel.put(path, changed, if_match=response.headers["ETag"], status=200)
    panel.put(path, changed, if_match=response.headers["ETag"], status=412)
    assert replaced.json["name"] == "All shops"
    (listed,) = panel.get(ROUTE).json
    assert listed == {name: replaced.json[name] for name in listed}
    wrong = {"name": "x", "banner": {**BANNER, "policyUrl": "ftp://x"}}
    (field_error,) = panel.post(ROUTE, wrong, status=400).json["errors"]
    assert field_error["pointer"] == "#/banner/policyUrl"
    panel.app.delete(path, headers=bearer(panel.access_token), status=204)
    panel.get(path, status=404)


def test_templates_are_sorted_by_name_on_every_database(panel: Panel) -> None:
    for name in ("Zoo", "äpfel", "Äpfel", "apfel", "éclair"):
        make_template(panel, name)
    names = [template["name"] for template in panel.get(ROUTE).json]
    assert names == ["apfel", "Äpfel", "äpfel", "éclair", "Zoo"]


def test_a_workspace_that_has_the_maximum_of_templates_must_delete_one_first(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("consent_app.banners.templates.MAX_TEMPLATES", 1)
    make_template(panel)
    refused = panel.post(ROUTE, {"name": "Hotels", "banner": BANNER}, status=409).json
    assert refused["code"] == "quota_exceeded"
    assert refused["detail"] == "A workspace can have at most 1 templates. Delete one first."


def test_it_becomes_the_draft_of_many_domains_or_is_published_there(
    panel: Panel, app: TestApp
) -> None:
    path = f"{ROUTE}/{make_template(panel)['id']}/apply"
    first, second = add(panel, 2)
    applied = panel.post(path, {"domainIds": [first, second]}, status=200).json["items"]
    assert {item["domainId"]: item["version"] for item in applied} == {first: None, second: None}
    for domain in (first, second):
        result = panel.get(f"/v1/domains/{domain}/banner").json
        assert result["state"] == "draft"
        assert result["banner"]["controller"] == "The Chain"
    # Somebody works on these drafts now.
    refused = panel.post(path, {"domainIds": [first], "publish": True}, status=409).json
    assert refused["code"] == "draft_exists"
    assert refused["errors"] == [{"pointer": "#/domainIds/0", "message": "has a draft"}]
    body = {"domainIds": [second, first], "publish": True, "material": True, "replaceDrafts": True}
    applied = panel.post(path, body, status=200).json["items"]
    assert {item["domainId"]: item["version"] for item in applied} == {first: 1, second: 1}
    banner = app.get(f"/v1/public/domains/{second}/banner").json
    assert banner["texts"]["title"] == "From the template"
    assert banner["material"] is True
    assert panel.get(f"/v1/domains/{first}/banner").json["state"] == "published"


def test_if_one_domain_is_refused_none_changes(
    panel: Panel, app: TestApp, application: Application
) -> None:
    path = f"{ROUTE}/{make_template(panel)['id']}/apply"
    first, second = add(panel, 2)
    stranger = make_panel(app, application.now())
    (other_domain,) = add(stranger, 1)
    refused = panel.post(path, {"domainIds": [first, other_domain]}, status=400).json
    assert [field_error["pointer"] for field_error in refused["errors"]] == ["#/domainIds/1"]
    stranger.post(path, {"domainIds": [other_domain]}, status=404)
    with application.database.transaction() as session:
        is_own = Workspace.id == UUID(panel.organization["id"])
        session.execute(update(Workspace).where(is_own).values(plan="starter"))
    over = panel.post(path, {"domainIds": [first, second], "publish": True}, status=403).json
    assert over["code"] == "domain_allowance_exceeded"
    states = [panel.get(f"/v1/domains/{item}/banner").json["state"] for item in (first, second)]
    assert states == ["default", "default"]


@pytest.mark.parametrize("publish", [False, True])
def test_many_domains_cost_as_many_statements_as_one(
    panel: Panel, application: Application, publish: bool
) -> None:
    path = f"{ROUTE}/{make_template(panel)['id']}/apply"
    domains = add(panel, 3)

    def statements(ids: list[str]) -> int:
        statements: list[str] = []
        engine = application.database.engine

        def note(connection: Any, cursor: Any, statement: str, *args: Any) -> None:
            statements.append(statement)

        event.listen(engine, "before_cursor_execute", note)
        try:
            body = {"domainIds": ids, "publish": publish, "replaceDrafts": True}
            panel.post(path, body, status=200)
        finally:
            event.remove(engine, "before_cursor_execute", note)
        return len(statements)

    assert statements(domains[:1]) == statements(domains)
