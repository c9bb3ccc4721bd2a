"""Rows of an export, in every form."""

from __future__ import annotations

import csv
import io
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import UUID

import jsonschema_rs
import pytest
from sqlalchemy import make_url
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.session import Database
from consent_app.exports.rows import open_rows
from consent_app.receipts.service import ReceiptFilters, ReceiptQuery
from tests.support.exports import NDJSON, begin, export
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.receipt_rows import many_receipts


@pytest.mark.cluster
def test_every_format_contains_the_rows_of_a_page(harness: Harness, site: Site) -> None:
    page = site.receipts()
    assert len(page) == 6
    streamed = export(site, "application/json", limit=10_001)
    assert streamed.content_type == "application/json"
    assert streamed.json == page
    lines = export(site, NDJSON)
    assert lines.content_type == NDJSON
    assert [json.loads(line) for line in lines.text.splitlines()] == page
    table = list(csv.DictReader(io.StringIO(export(site, "text/csv").text, newline="")))
    assert [row["id"] for row in table] == [row["id"] for row in page]
    assert list(table[0]) == list(page[0])
    assert table[0] == {name: _cell(value) for name, value in page[0].items()}
    # As documented, although they are not parsed on the way.
    spec = harness.wsgi.registry.api.document.spec
    schema = {"$ref": "#/components/schemas/ConsentReceipt", "components": spec["components"]}
    validator = jsonschema_rs.validator_for(schema, validate_formats=True)
    for row in streamed.json:
        validator.validate(row)


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def test_csv_is_rfc_4180_and_no_formula(app: TestApp, application: Application, site: Site) -> None:
    app.patch_json(
        "/v1/workspace",
        {"visitorData": "full"},
        headers=bearer(site.panel.access_token),
        status=200,
    )
    other_site = make_site(site.panel)
    other_site.decide(headers={"User-Agent": '=HYPERLINK("x"), "quoted"'})
    response = export(site, "text/csv", domainId=other_site.id)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert ".csv" in response.headers["Content-Disposition"]
    head, row, end = response.text.split("\r\n")
    assert end == ""
    assert '"\'=HYPERLINK(""x""), ""quoted"""' in row
    assert len(next(csv.reader([row]))) == len(head.split(","))


@pytest.mark.cluster
def test_an_export_larger_than_a_batch_is_complete(site: Site, application: Application) -> None:
    many_receipts(application, site, 4_500)
    lines = export(site, NDJSON).text.splitlines()
    assert len(lines) == 4_506
    ids = [json.loads(line)["id"] for line in lines]
    assert ids == sorted(ids, reverse=True)
    assert export(site, "application/json", limit=10_001).json == [json.loads(x) for x in lines]


def test_the_first_bytes_do_not_wait_for_the_second_batch(
    harness: Harness, site: Site, application: Application
) -> None:
    many_receipts(application, site, 4_500)
    _, _, body = begin(harness, site)
    chunks = iter(body)
    rows = next(chunks).count(b'{"id":')
    # The last byte of the first batch comes before the second.
    assert next(chunks) == b"\n"
    assert next(chunks).count(b'{"id":') >= rows
    body.close()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_limit_of_statements_does_not_end_an_export(site: Site, application: Application) -> None:
    """As a role has it behind a pooler, which takes no limits from its clients."""
    url = make_url(application.settings.database_url)
    limited = Database(
        url.update_query_dict({"options": "-c statement_timeout=500"}).render_as_string(False)
    )
    workspace_id = UUID(site.panel.organization["id"])
    query = ReceiptQuery(workspace_id, ReceiptFilters(), 100, None, application.now())
    rows = open_rows(limited, query, lambda _: True)
    with application.database.engine.begin() as holder, ThreadPoolExecutor(1) as reader:
        holder.exec_driver_sql("LOCK TABLE consent_receipts IN ACCESS EXCLUSIVE MODE")
        batches = reader.submit(lambda: list(rows.batches()))
        time.sleep(1)
        holder.rollback()
        assert [len(batch) for batch in batches.result()] == [6]
    rows.close()
    limited.dispose()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("accept", ["application/json", NDJSON])
def test_a_replica_that_does_not_answer_is_an_outage(
    harness: Harness, tmp_path: Path, accept: str
) -> None:
    url = harness.application.settings.database_url
    replica_url = "postgresql://postgres@127.0.0.1:9/consent"
    other = make_harness(make_settings(url, tmp_path, replica_url=replica_url))
    site = make_site(make_panel(other.client(), other.application.now()))
    for limit in (1000, 1001):
        refused = export(site, accept, limit=limit, status=503)
        assert int(refused.headers["Retry-After"]) > 0
    other.application.database.dispose()
