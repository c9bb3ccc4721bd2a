"""Searching a workspace: five of each, literal characters, and no other workspace's data."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Panel, Site, make_panel, make_site, unique


@pytest.fixture
def panel(app: TestApp, application: Application) -> Panel:
    return make_panel(app, application.now(), name="Grace_Höpper 100%")


def search(panel: Panel, q: str, status: int = 200) -> Any:
    return panel.get("/v1/search", params={"q": q}, status=status).json


@pytest.mark.cluster
def test_each_group_is_found_by_its_own(panel: Panel) -> None:
    word = unique("shop")
    site = make_site(panel, f"{word}.com")
    receipt = site.decide().json
    assert [domain["hostname"] for domain in search(panel, word[2:9])["domains"]] == [site.hostname]
    assert search(panel, word.upper())["domains"][0]["id"] == site.id
    me = search(panel, "grace_hö")["members"]
    assert [(member["email"], member["role"]) for member in me] == [(panel.person.email, "owner")]
    assert search(panel, panel.person.email[1:8].upper())["members"] == me
    listed = site.receipts()[0]
    assert search(panel, receipt["id"])["receipts"] == [listed]
    ip_hash = listed["ipHash"]
    for part in (ip_hash, ip_hash[:6], ip_hash[7:15].upper()):
        assert [row["id"] for row in search(panel, part)["receipts"]] == [receipt["id"]]


@pytest.mark.parametrize(
    ("name", "q"),
    [
        ("Ärger", "äRG"),
        ("A\u0308rger", "ärg"),
        ("Straße", "STRASSE"),
        ("Σοφος", "ΣΟΦΟΣ"),
        ("İrem", "i\u0307r"),
    ],
)
def test_members_are_found_without_case_in_every_script(panel: Panel, name: str, q: str) -> None:
    panel.patch("/v1/account", {"name": name}, status=200)
    assert [member["name"] for member in search(panel, q)["members"]] == [name]


@pytest.mark.parametrize("q", ["%%", "__", "\\\\", "a%", "_."])
def test_no_character_is_a_wildcard(panel: Panel, q: str) -> None:
    make_site(panel, f"{unique('shop')}.com").decide()
    assert search(panel, q) == {"domains": [], "members": [], "receipts": []}


def test_a_percent_sign_and_an_underscore_find_themselves(panel: Panel) -> None:
    assert len(search(panel, "00%")["members"]) == 1
    assert len(search(panel, "e_h")["members"]) == 1


def test_five_of_each_in_one_query_each(panel: Panel, application: Application) -> None:
    for number in range(6):
        panel.post("/v1/domains", {"hostname": f"s{number}.example.org"}, status=201)
    site = make_site(panel, f"{unique('shop')}.com")
    for _ in range(6):
        site.decide()
    statements: list[str] = []

    def note(conn: Any, cursor: Any, statement: str, *args: Any) -> None:
        statements.append(statement)

    part = site.receipts()[0]["ipHash"][3:9]
    event.listen(application.database.engine, "before_cursor_execute", note)
    try:
        hosts = search(panel, "example.org")
        receipts = search(panel, part)["receipts"]
    finally:
        event.remove(application.database.engine, "before_cursor_execute", note)
    assert len(hosts["domains"]) == len(receipts) == 5
    reading = [item for item in statements if "LIKE" in item or "ip_hash = " in item]
    # Members are read without a condition: databases fold case differently.
    assert len(reading) == 4


def test_searching_never_finds_another_workspaces_data(
    app: TestApp, application: Application, panel: Panel
) -> None:
    site: Site = make_site(make_panel(app, application.now()), f"{unique('shop')}.com")
    receipt = site.decide().json
    no_results = {"domains": [], "members": [], "receipts": []}
    for q in (site.hostname, site.panel.person.email, receipt["id"], site.receipts()[0]["ipHash"]):
        assert search(panel, q) == no_results


def test_too_little_is_refused(panel: Panel) -> None:
    for q in ("", "a", " a ", "  "):
        refused = search(panel, q, 400)
        assert refused["errors"][0]["pointer"] == "#/query/q"
