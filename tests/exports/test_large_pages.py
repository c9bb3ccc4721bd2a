"""Pages of thousands of receipts, which are limited like exports."""

from __future__ import annotations

import gzip
import json
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from consent_app.application import Application
from consent_app.exports import large_pages
from consent_app.exports.large_pages import SMALL_PAGE
from consent_app.exports.slots import MAX_PER_WORKSPACE
from consent_app.metrics.metrics import Metrics
from tests.support.exports import NDJSON, PATH, begin, export
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.receipt_rows import many_receipts

JSON = "application/json"
LIMIT = SMALL_PAGE + 1
LARGE = {"HTTP_ACCEPT": JSON, "QUERY_STRING": f"limit={LIMIT}"}


@pytest.fixture
def large_site(site: Site, application: Application) -> Site:
    """A site with a few receipts more than two large pages have."""
    many_receipts(application, site, 2 * LIMIT)
    return site


@pytest.mark.cluster
def test_large_pages_have_the_receipts_of_small_ones(large_site: Site) -> None:
    pages = [export(large_site, JSON, limit=LIMIT)]
    while link := pages[-1].headers.get("Link"):
        path = link.removeprefix("<http://localhost:6543").partition(">")[0]
        pages.append(large_site.panel.app.get(path, headers=bearer(large_site.key), status=200))
    assert [len(page.json) for page in pages] == [LIMIT, LIMIT, 6]
    receipts = list(chain.from_iterable(page.json for page in pages))
    small = export(large_site, JSON, limit=SMALL_PAGE)
    assert receipts[:SMALL_PAGE] == small.json
    assert list(receipts[0]) == list(small.json[0])
    assert len({receipt["id"] for receipt in receipts}) == 2 * LIMIT + 6
    assert "Content-Disposition" not in pages[0].headers


def test_a_large_page_that_has_not_changed_is_not_sent_again(
    large_site: Site, harness: Harness
) -> None:
    first = export(large_site, JSON, limit=LIMIT)
    headers = {"If-None-Match": first.headers["ETag"]}
    for _ in range(MAX_PER_WORKSPACE + 1):
        assert export(large_site, JSON, limit=LIMIT, headers=headers, status=304).body == b""
    _, sent, chunks = begin(harness, large_site, HTTP_ACCEPT_ENCODING="gzip", **LARGE)
    packed = b"".join(chunks)
    chunks.close()
    assert int(sent["Content-Length"]) == len(packed)
    assert json.loads(gzip.decompress(packed)) == first.json


def test_more_readers_wait_for_each_other(large_site: Site, harness: Harness) -> None:
    running = [begin(harness, large_site, **LARGE) for _ in range(MAX_PER_WORKSPACE)]
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(begin, harness, large_site, **LARGE) for _ in range(2)]
        time.sleep(0.2)
        assert not any(future.done() for future in waiting)
        for _, _, chunks in running:
            chunks.close()
        for future in waiting:
            status, _, chunks = future.result(20)
            assert status == "200 OK"
            chunks.close()


def test_who_waits_keeps_no_connection_from_others(
    large_site: Site, harness: Harness, application: Application
) -> None:
    pool: Any = application.database.engine.pool
    before = pool.checkedout()
    running = [begin(harness, large_site, **LARGE) for _ in range(MAX_PER_WORKSPACE)]
    with ThreadPoolExecutor(4) as callers:
        waiting = [callers.submit(begin, harness, large_site, **LARGE) for _ in range(4)]
        time.sleep(0.5)
        assert not any(future.done() for future in waiting)
        assert pool.checkedout() == before
        for _, _, chunks in running:
            chunks.close()
        for future in as_completed(waiting, 20):
            status, _, chunks = future.result()
            assert status == "200 OK"
            chunks.close()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_large_page_that_takes_too_long_is_given_up(
    large_site: Site, application: Application, tmp_path: Path
) -> None:
    """As the statement of any other request."""
    url = application.settings.database_url
    other = make_harness(make_settings(url, tmp_path, database_statement_seconds="1"))

    def read(status: int) -> None:
        path, headers = f"{PATH}?limit={LIMIT}", bearer(large_site.key)
        other.client().get(path, headers=headers, status=status)

    with ThreadPoolExecutor(1) as reader, application.database.engine.begin() as holder:
        holder.exec_driver_sql("LOCK TABLE consent_receipts IN ACCESS EXCLUSIVE MODE")
        reader.submit(read, 503).result(20)
    read(200)
    other.application.database.dispose()


def test_a_workspace_gets_two_large_pages_at_a_time(
    large_site: Site, harness: Harness, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes up to 45 MB until its client has read it."""
    monkeypatch.setattr(large_pages, "WAIT_SECONDS", 0.1)
    other = make_site(make_panel(large_site.panel.app, application.now()))
    running: list[Any] = [begin(harness, large_site, **LARGE) for _ in range(MAX_PER_WORKSPACE)]
    assert {status for status, _, _ in running} == {"200 OK"}
    refused = export(large_site, JSON, limit=LIMIT, status=503)
    assert refused.json["code"] == "unavailable"
    assert int(refused.headers["Retry-After"]) > 0
    export(large_site, JSON, limit=SMALL_PAGE)
    export(other, JSON, limit=LIMIT)
    for _, _, chunks in running:
        chunks.close()
    for _ in range(MAX_PER_WORKSPACE + 1):
        export(large_site, JSON, limit=LIMIT)


@pytest.mark.parametrize("accept", [NDJSON, "text/csv"])
def test_pages_in_another_format_are_limited_until_they_are_sent(
    large_site: Site, harness: Harness, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    """They are read as a whole too, because their header names the next one."""
    query = LARGE | {"HTTP_ACCEPT": accept}
    running = [begin(harness, large_site, **query) for _ in range(MAX_PER_WORKSPACE)]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(begin, harness, large_site, **query)
        time.sleep(0.2)
        assert not waiting.done()
        running.pop()[2].close()
        running.append(waiting.result(20))
    assert {status for status, _, _ in running} == {"200 OK"}
    monkeypatch.setattr(large_pages, "WAIT_SECONDS", 0.1)
    for refused in (accept, JSON):
        export(large_site, refused, limit=LIMIT, status=503)
    for _, _, chunks in running:
        chunks.close()
    assert export(large_site, accept, limit=LIMIT).headers["Link"]


class Counted(Metrics):
    """How many exports are counted as running."""

    running = 0

    def exports(self, change: int) -> None:
        self.running += change


def test_large_pages_count_as_exports(
    large_site: Site, harness: Harness, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = Counted()
    monkeypatch.setattr(application, "metrics", metrics)
    _, _, chunks = begin(harness, large_site, **LARGE)
    assert metrics.running == 1
    chunks.close()
    chunks.close()
    assert metrics.running == 0


def test_a_page_that_cannot_be_made_leaves_its_slot(
    large_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the memory did not suffice for packing it."""

    def fail(*_: Any, **__: Any) -> bytes:
        raise MemoryError

    packed = {"Accept-Encoding": "gzip"}
    with monkeypatch.context() as patch:
        patch.setattr(gzip, "compress", fail)
        for _ in range(MAX_PER_WORKSPACE):
            export(large_site, JSON, limit=LIMIT, headers=packed, status=500)
    export(large_site, JSON, limit=LIMIT, headers=packed)
