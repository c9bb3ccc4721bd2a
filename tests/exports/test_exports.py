from __future__ import annotations

import json
import re
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.exports.slots import MAX_CONCURRENT, MAX_PER_WORKSPACE
from consent_app.settings import project_file
from tests.support.exports import NDJSON, begin, export, packed
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.harness import Harness
from tools.yaml_files import read_yaml


def test_an_export_is_compressed_on_request(harness: Harness, site: Site) -> None:
    _, plain_headers, plain = begin(harness, site)
    assert "Content-Encoding" not in plain_headers
    headers, body = packed(harness, site)
    assert headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in headers["Vary"]
    assert body == b"".join(plain)
    plain.close()


@pytest.mark.parametrize("query", [{}, {"limit": 20_000}, {"include": "proof"}])
def test_members_and_columns_have_the_order_of_the_document(
    site: Site, query: dict[str, Any]
) -> None:
    document = read_yaml(project_file("openapi.yaml"))
    expected = document["components"]["schemas"]["ConsentReceipt"]["required"]
    assert len(expected) == 20
    for row in export(site, "application/json", **query).json:
        assert list(row)[:20] == expected
    for line in export(site, NDJSON, **query).text.splitlines():
        assert list(json.loads(line))[:20] == expected
    columns = export(site, "text/csv", **query).text.split("\r\n")[0].split(",")
    assert columns[:20] == expected


def test_an_empty_export_is_whole_in_every_form(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    assert export(site, "application/json", limit=10_001).body == b"[]"
    assert export(site, NDJSON).body == b""
    assert export(site, "text/csv").text.count("\r\n") == 1


def site_now(site: Site) -> Any:
    return site.panel.app.application.now()


@pytest.mark.parametrize("media_type", [NDJSON, "text/csv"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_a_page_in_any_format_links_to_the_next(
    app: TestApp, application: Application, media_type: str, encoding: str
) -> None:
    site = make_site(make_panel(app, application.now()))
    expected = [site.decide().json["id"] for _ in range(6)][::-1]
    headers = bearer(site.key) | {"Accept": media_type, "Accept-Encoding": encoding}
    path: str | None = "/v1/api/consent-events?limit=3&source=banner"
    ids_read: list[str] = []
    pages = 0
    while path is not None:
        response = app.get(path, headers=headers, status=200)
        manifest = app.get(response.headers["X-Export-Manifest"], headers=bearer(site.key)).json
        assert manifest["rows"] == 3
        lines = response.text.splitlines()
        if media_type == NDJSON:
            ids_read += [json.loads(line)["id"] for line in lines]
        else:
            ids_read += [line[1:37] for line in lines[1:]]
        pages += 1
        link = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        path = link[1] if link else None
    assert (ids_read, pages) == (expected, 2)


def test_a_page_in_another_format_keeps_no_place(site: Site) -> None:
    for _ in range(MAX_PER_WORKSPACE + 1):
        assert "Link" in export(site, NDJSON, limit=1).headers
    assert "Link" not in export(site, NDJSON).headers


@pytest.mark.cluster
def test_one_that_broke_off_is_resumed(site: Site) -> None:
    ids = [row["id"] for row in site.receipts()]
    next_page = export(site, NDJSON, cursor=ids[2])
    assert [json.loads(line)["id"] for line in next_page.text.splitlines()] == ids[3:]
    assert export(site, NDJSON, limit=2).text.count("\n") == 2


def test_a_bounded_number_runs_at_once_and_leavers_make_room(
    harness: Harness, site: Site, application: Application
) -> None:
    others = [
        make_site(make_panel(site.panel.app, application.now()))
        for _ in range(MAX_CONCURRENT // MAX_PER_WORKSPACE)
    ]
    running = [begin(harness, site) for _ in range(MAX_PER_WORKSPACE)]
    assert {status for status, _, _ in running} == {"200 OK"}
    chunks = iter(running[0][2])
    assert next(chunks)
    refused = export(site, NDJSON, status=503)
    assert refused.json["code"] == "unavailable"
    assert "of this workspace" in refused.json["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    # Another workspace's are none of these.
    export(others[0], NDJSON)
    running += [begin(harness, other) for other in others[1:] for _ in range(MAX_PER_WORKSPACE)]
    assert {status for status, _, _ in running} == {"200 OK"}
    assert "of this workspace" not in export(others[0], NDJSON, status=503).json["detail"]
    # Pages are not exports.
    assert len(site.receipts()) == 6
    for _, _, body in running:
        body.close()
    export(site, NDJSON)
    pool = application.database.export_engine.pool
    assert pool.checkedout() == 0  # type: ignore[attr-defined]


def test_the_panel_lists_and_exports_in_the_same_way(site: Site) -> None:
    panel = site.panel
    assert panel.get("/v1/consent-events").json == site.receipts()
    headers = bearer(panel.access_token) | {"Accept": "text/csv"}
    response = panel.app.get("/v1/consent-events", {"limit": 2}, headers=headers, status=200)
    assert response.text.count("\r\n") == 3
    place = response.headers["X-Export-Manifest"].removeprefix("http://localhost:6543")
    assert panel.get(place).json["format"] == "csv"
    panel.app.get("/v1/consent-events", headers=bearer(site.key), status=401)


def test_a_page_that_has_not_changed_is_not_sent_again(site: Site) -> None:
    first = export(site, "application/json")
    headers = {"If-None-Match": first.headers["ETag"]}
    assert export(site, "application/json", headers=headers, status=304).body == b""
    site.decide()
    changed = export(site, "application/json", headers=headers)
    assert changed.headers["ETag"] != first.headers["ETag"]
