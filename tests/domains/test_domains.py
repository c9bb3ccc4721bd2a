from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import delete, event, insert, select, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.domains.models import Domain, DomainGroup
from consent_app.workspaces.models import Workspace
from tests.support.factories import Panel, bearer, make_key, make_panel, unique
from tests.support.harness import MovableClock


def add(panel: Panel, hostname: str, status: int = 201, **body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = panel.post(
        "/v1/domains", {"hostname": hostname, **body}, status=status
    ).json
    return answer


def on_plan(application: Application, panel: Panel, plan: str) -> None:
    with application.database.transaction() as session:
        session.execute(
            update(Workspace).where(Workspace.slug == panel.organization["slug"]).values(plan=plan)
        )


def test_a_new_domain_is_pending_and_complete(panel: Panel) -> None:
    domain = add(panel, " WWW.Example.COM. ", region="EU", installMethod="platform_b")
    assert len(domain) == 19
    assert domain | {"id": "", "createdAt": "", "verifyToken": ""} == {
        "id": "",
        "hostname": "www.example.com",
        "rootDomain": "example.com",
        "billedAs": "included",
        "status": "pending",
        "verifyMethod": "script",
        "verifyToken": "",
        "verifiedAt": None,
        "verifyReason": None,
        "lastCheckedAt": None,
        "sslOk": False,
        "groupId": None,
        "region": "EU",
        "installMethod": "platform_b",
        "createdAt": "",
        "score": 77,
        "overAllowance": False,
        "lastScanAt": None,
        "activeScan": {"status": "none", "id": None, "startedAt": None},
    }
    assert re.fullmatch(r"cv_[0-9a-f]{32}", domain["verifyToken"])


def test_a_hostname_is_unique_in_a_workspace(
    panel: Panel, app: TestApp, application: Application
) -> None:
    add(panel, "example.com")
    assert add(panel, "EXAMPLE.com", 409)["code"] == "hostname_taken"
    add(make_panel(app, application.now()), "example.com")


def test_an_unusable_hostname_is_refused_with_the_reason(panel: Panel) -> None:
    for hostname, reason in (
        ("192.0.2.1", "not an IP address"),
        ("[2001:db8::1]", "not an IP address"),
        ("2001:db8::1", "not an IP address"),
        ("localhost", "full hostname"),
        ("co.uk", "public suffix"),
        ("com", "full hostname"),
        ("github.io", "public suffix"),
        ("example.com:8080", "without a port"),
        ("https://example.com", "without https"),
        ("example.com/path", "without a path"),
        ("user@example.com", "without a path"),
        ("*.example.com", "also works on its subdomains"),
        ("x" * 64 + ".example.com", "63 characters"),
        ("a..example.com", "letters, digits and hyphens"),
        ("-a.example.com", "letters, digits and hyphens"),
        ("under_score.example.com", "letters, digits and hyphens"),
        (" ", "must be a hostname"),
        ("exam ple.com", "letters, digits and hyphens"),
        ("shop.example.com?x=1", "without a path"),
        (".".join(["a" * 60] * 4) + ".example.com", "253 characters"),
    ):
        (part,) = add(panel, hostname, 400)["errors"]
        assert part["pointer"] == "#/hostname"
        assert reason in part["message"], hostname
    assert panel.get("/v1/domains").json["total"] == 0


def test_international_names_are_kept_as_a_labels(panel: Panel) -> None:
    domain = add(panel, "www.Bücher.example")
    assert domain["hostname"] == "www.xn--bcher-kva.example"
    assert domain["rootDomain"] == "xn--bcher-kva.example"


def test_the_allowance_counts_roots_and_extras(panel: Panel, application: Application) -> None:
    on_plan(application, panel, "starter")
    billed = {}
    for host in ("a.shop.example", "shop.example", "www.shop.example", "b.shop.example"):
        billed[host] = add(panel, host)["billedAs"]
    assert billed == {
        "a.shop.example": "included",
        "shop.example": "root",
        "www.shop.example": "included",
        "b.shop.example": "included",
    }
    for host in ("c.shop.example", "other.example"):
        assert add(panel, host, 403)["code"] == "domain_allowance_exceeded"
    assert panel.get("/v1/domains").json["allowance"] == {"limit": 1, "used": 1}
    on_plan(application, panel, "demo")
    assert add(panel, "c.shop.example")["billedAs"] == "extra"
    add(panel, "other.example")
    assert panel.get("/v1/domains").json["allowance"] == {"limit": 3, "used": 3}
    on_plan(application, panel, "starter")
    listed = panel.get("/v1/domains").json
    over = {domain["hostname"] for domain in listed["items"] if domain["overAllowance"]}
    assert over == {"c.shop.example", "other.example"}
    assert listed["allowance"] == {"limit": 1, "used": 3}


def test_a_domain_over_the_allowance_is_held_until_the_plan_grows(
    panel: Panel, application: Application, app: TestApp, clock: MovableClock
) -> None:
    add(panel, "first.example")
    second = add(panel, "second.example")
    publish = f"/v1/domains/{second['id']}/banner/publish"
    banner = f"/v1/public/domains/{second['id']}/banner"
    panel.post(publish, status=200)
    on_plan(application, panel, "starter")
    assert panel.post(publish, status=403).json["code"] == "domain_allowance_exceeded"
    assert app.get(banner).json["held"] is True
    on_plan(application, panel, "business")
    # A process looks again after half a minute.
    clock.move(seconds=31)
    assert app.get(banner).json["held"] is False
    assert panel.post(publish, status=200).json["version"] == 2


def test_filters_facets_and_pages(panel: Panel, app: TestApp, application: Application) -> None:
    hosts = [f"{name}.example" for name in ("alpha", "beta", "gamma", "delta")]
    domains = {host: add(panel, host, region="UK" if "a." in host[:6] else None) for host in hosts}
    with application.database.transaction() as session:
        session.execute(
            update(Domain).where(Domain.hostname == "beta.example").values(status="verified")
        )
    key = make_key(panel)

    def listing(**query: Any) -> dict[str, Any]:
        both = [
            panel.get("/v1/domains", params=query).json,
            app.get("/v1/api/domains", query, headers=bearer(key)).json,
        ]
        assert both[0] == both[1]
        return both[0]

    def names(**query: Any) -> list[str]:
        return [item["hostname"] for item in listing(**query)["items"]]

    assert names() == hosts[::-1]
    verified = listing(status="verified")
    assert [item["hostname"] for item in verified["items"]] == ["beta.example"]
    assert verified["facets"] == {"all": 4, "pending": 3, "verified": 1, "failed": 0}
    assert verified["total"] == 1
    assert verified["allowance"]["used"] == 4
    assert names(q="ELT") == ["delta.example"]
    assert names(q="%") == []
    assert listing(q="eta")["facets"]["all"] == 1
    assert set(names(region="UK")) == {
        item["hostname"] for item in domains.values() if item["region"]
    }
    assert names(groupId=str(new_id())) == []
    first = panel.get("/v1/domains?limit=3")
    assert first.json["total"] == 4
    assert f"cursor={domains['beta.example']['id']}" in first.headers["Link"]
    assert names(limit=3, cursor=domains["beta.example"]["id"]) == ["alpha.example"]


def test_a_group_must_be_the_workspaces_own(
    panel: Panel, app: TestApp, application: Application
) -> None:
    stranger = make_panel(app, application.now())
    group_id = new_id()
    with application.database.transaction() as session:
        workspace_id = session.query(Workspace.id).where(
            Workspace.slug == panel.organization["slug"]
        )
        session.add(
            DomainGroup(
                id=group_id,
                workspace_id=workspace_id.scalar(),
                name=unique(),
                created_at=application.now(),
            )
        )
    refused = add(stranger, "example.com", 400, groupId=str(group_id))
    assert refused["errors"][0]["pointer"] == "#/groupId"
    assert add(panel, "example.com", groupId=str(group_id))["groupId"] == str(group_id)
    listed = panel.get(f"/v1/domains?groupId={group_id}").json
    assert listed["total"] == 1


def test_five_thousand_domains_take_as_many_queries_as_one(
    panel: Panel, application: Application, app: TestApp
) -> None:
    add(panel, "first.example")
    key = make_key(panel)
    queries: list[str] = []

    def count(*args: Any) -> None:
        queries.append(args[2])

    def lengths() -> list[int]:
        results = []
        for path in ("", "?limit=500&status=pending&region=EU&q=shop", "?cursor=" + str(new_id())):
            queries.clear()
            panel.get(f"/v1/domains{path}", status=200)
            results.append(len(queries))
        queries.clear()
        app.get("/v1/api/domains", headers=bearer(key), status=200)
        return [*results, len(queries)]

    event.listen(application.database.engine, "before_cursor_execute", count)
    try:
        before = lengths()
        with application.database.transaction() as session:
            first = session.scalars(
                select(Domain).where(Domain.hostname == "first.example").order_by(Domain.id.desc())
            ).first()
            assert first is not None
            row = {column.key: getattr(first, column.key) for column in Domain.__table__.columns}
            session.execute(
                insert(Domain),
                [
                    row
                    | {
                        "id": new_id(),
                        "hostname": f"shop{number}.root{number // 4}.example",
                        "root_domain": f"root{number // 4}.example",
                        "region": "EU",
                    }
                    for number in range(4999)
                ],
            )
        after = lengths()
    finally:
        event.remove(application.database.engine, "before_cursor_execute", count)
    assert before == after
    assert max(after) < 10
    listed = panel.get("/v1/domains?limit=500").json
    assert (len(listed["items"]), listed["total"]) == (500, 5000)
    # Roots, and of the four subdomains of each the third and fourth (of the last one the third).
    assert listed["allowance"]["used"] == (1 + 1250) + (2 * 1249 + 1)
    assert panel.get("/v1/domains?q=shop42").json["total"] == 111


@pytest.mark.parametrize(
    "q", ["münchen", "MÜN", "shop.de", "mu\u0308nchen", "xn--mnchen-shop", "münchen-shop.de"]
)
def test_an_international_hostname_is_found_by_what_people_type(panel: Panel, q: str) -> None:
    add(panel, "münchen-shop.de")
    add(panel, "muenchen.example")
    response = panel.get("/v1/domains", params={"q": q}).json
    assert [item["hostname"] for item in response["items"]] == ["xn--mnchen-shop-thb.de"]
    assert response["facets"]["all"] == 1
    searched = panel.get("/v1/search", params={"q": q}).json["domains"]
    assert [domain["id"] for domain in searched] == [response["items"][0]["id"]]


def test_of_two_simultaneous_calls_one_takes_the_last_place(
    panel: Panel, application: Application, app: TestApp
) -> None:
    on_plan(application, panel, "starter")

    def try_to_add(number: int) -> int:
        return panel.post(
            "/v1/domains", {"hostname": f"racer{number}.example"}, expect_errors=True
        ).status_int

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(try_to_add, range(4)))
    assert sorted(statuses) == [201, 403, 403, 403]
    assert panel.get("/v1/domains").json["allowance"] == {"limit": 1, "used": 1}


def test_a_deletion_frees_what_a_plan_covers(panel: Panel, application: Application) -> None:
    domains = {host: add(panel, host) for host in ("one.example", "two.example", "www.two.example")}
    on_plan(application, panel, "starter")

    def over() -> set[str]:
        items = panel.get("/v1/domains").json["items"]
        return {item["hostname"] for item in items if item["overAllowance"]}

    assert over() == {"two.example", "www.two.example"}
    add(panel, "www.one.example")  # what a covered root includes
    add(panel, "a.two.example", 403)
    panel.delete(f"/v1/domains/{domains['one.example']['id']}", status=204)
    # The unit of one.example is as late as its www now.
    assert over() == {"www.one.example"}
    panel.post(f"/v1/domains/{domains['two.example']['id']}/banner/publish", status=200)


@pytest.mark.parametrize("query", ["", "/{id}", "?limit=1"])
def test_a_domain_can_be_deleted_while_it_is_read(
    panel: Panel, application: Application, query: str
) -> None:
    kept = add(panel, "kept.example")
    domain = add(panel, "deleted.example")
    engine, deleted = application.database.engine, []

    def delete_once(*args: Any) -> None:
        if "FROM domains" in args[2] and not deleted:
            deleted.append(domain["id"])
            with application.database.transaction() as session:
                session.execute(delete(Domain).where(Domain.id == UUID(domain["id"])))

    event.listen(engine, "after_cursor_execute", delete_once)
    try:
        response = panel.get("/v1/domains" + query.format(**domain), expect_errors=True)
    finally:
        event.remove(engine, "after_cursor_execute", delete_once)
    assert deleted
    # SQLite reads the state of one instant, PostgreSQL each query's own.
    if query == "/{id}":
        assert response.status_int in (200, 404)
    else:
        ids = [item["id"] for item in response.json["items"]]
        assert set(ids) <= {domain["id"], kept["id"]}
    if query == "?limit=1":
        # The next page is the same as if the domain had been deleted later.
        link = re.search("<(.+)>", response.headers["Link"])
        assert link
        assert [item["id"] for item in panel.get(link[1]).json["items"]] == [kept["id"]]


def test_an_international_name_is_found_as_it_is_written(panel: Panel) -> None:
    add(panel, "www.Bücher.example")
    for q in ("bücher", "BÜCHER.example", "xn--bcher"):
        assert panel.get("/v1/domains", params={"q": q}).json["total"] == 1, q


def test_another_workspaces_domain_is_not_found(
    panel: Panel, app: TestApp, application: Application
) -> None:
    domain = add(panel, "example.com")
    stranger = make_panel(app, application.now())
    path = f"/v1/domains/{domain['id']}/banner/publish"
    refused = stranger.post(path, status=404)
    nobody = stranger.post(f"/v1/domains/{new_id()}/banner/publish", status=404)
    assert refused.body == nobody.body
    assert stranger.get("/v1/domains").json["items"] == []
    panel.app.get(f"/v1/public/domains/{domain['id']}/banner", status=404)
