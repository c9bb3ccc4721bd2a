"""Groups over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from webtest import TestApp

from consent_app.application import Application
from tests.support.audit import audit_events
from tests.support.domains import add, path_of
from tests.support.factories import Panel, bearer, make_panel, unique


def test_groups_gather_domains(panel: Panel) -> None:
    shops = panel.post("/v1/domain-groups", {"name": "  Shops "}, status=201).json
    assert (shops["name"], shops["domains"]) == ("Shops", 0)
    brands = panel.post("/v1/domain-groups", {"name": "brands"}, status=201).json
    inside = add(panel, groupId=shops["id"])
    add(panel)
    listed = panel.get("/v1/domain-groups", status=200).json
    assert [(entry["name"], entry["domains"]) for entry in listed] == [("brands", 0), ("Shops", 1)]
    path = f"/v1/domain-groups/{shops['id']}"
    renamed = panel.patch(path, {"name": "Stores"}, status=200).json
    assert renamed == shops | {"name": "Stores", "domains": 1}
    assert panel.get(f"/v1/domains?groupId={shops['id']}").json["total"] == 1
    panel.delete(path, status=204)
    assert panel.get(path_of(inside)).json["groupId"] is None
    assert [group["id"] for group in panel.get("/v1/domain-groups").json] == [brands["id"]]
    panel.delete(path, status=404)
    panel.patch(path, {"name": "Again"}, status=404)
    events = [event["event"] for event in audit_events(panel)]
    assert events[0] == "domain_group.deleted"
    assert {"domain_group.created", "domain_group.renamed"} <= set(events)


def test_groups_are_sorted_by_name_on_every_database(panel: Panel) -> None:
    for name in ("Zoo", "äpfel", "Äpfel", "apfel", "éclair", "Über", "B-c", "b c"):
        panel.post("/v1/domain-groups", {"name": name}, status=201)
    names = [group["name"] for group in panel.get("/v1/domain-groups").json]
    assert names == ["apfel", "Äpfel", "äpfel", "b c", "B-c", "éclair", "Über", "Zoo"]


def test_a_group_name_is_unique_in_a_workspace(
    panel: Panel, app: TestApp, application: Application
) -> None:
    panel.post("/v1/domain-groups", {"name": "Shops"}, status=201)
    refused = panel.post("/v1/domain-groups", {"name": " Shops"}, status=409).json
    assert refused["code"] == "group_name_taken"
    other_group = panel.post("/v1/domain-groups", {"name": "Brands"}, status=201).json
    path = f"/v1/domain-groups/{other_group['id']}"
    assert panel.patch(path, {"name": "Shops"}, status=409).json["code"] == "group_name_taken"
    assert panel.patch(path, {"name": "Brands"}, status=200).json == other_group
    panel.post("/v1/domain-groups", {"name": "  "}, status=400)
    make_panel(app, application.now()).post("/v1/domain-groups", {"name": "Shops"}, status=201)


def test_of_many_simultaneous_calls_one_creates_and_one_deletes(panel: Panel) -> None:
    site = f"{unique()}.example"

    def at_once(method: str, path: str, body: Any = None) -> list[int]:
        def one(_: int) -> int:
            headers = bearer(panel.access_token)
            send = panel.app.delete if method == "DELETE" else panel.app.post_json
            value = (path,) if method == "DELETE" else (path, body)
            status: int = send(*value, headers=headers, expect_errors=True).status_int
            return status

        with ThreadPoolExecutor(4) as pool:
            return sorted(pool.map(one, range(4)))

    assert at_once("POST", "/v1/domain-groups", {"name": "Shops"}) == [201, 409, 409, 409]
    assert at_once("POST", "/v1/domains", {"hostname": site}) == [201, 409, 409, 409]
    (group,) = panel.get("/v1/domain-groups").json
    (domain,) = panel.get("/v1/domains").json["items"]
    assert at_once("DELETE", f"/v1/domain-groups/{group['id']}") == [204, 404, 404, 404]
    assert at_once("DELETE", path_of(domain)) == [204, 404, 404, 404]
    events = [event["event"] for event in audit_events(panel)]
    assert (events.count("domain.deleted"), events.count("domain_group.deleted")) == (1, 1)
