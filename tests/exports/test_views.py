from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, event, insert
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.domains.models import Domain
from consent_app.receipts.models import consent_receipts
from tests.support.factories import Site, bearer, make_key, make_panel, make_site
from tests.support.harness import MovableClock

TABLET = "Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()))


def ids(receipts: list[dict[str, Any]]) -> list[str]:
    return [receipt["id"] for receipt in receipts]


def fill(application: Application, site: Site, instants: list[datetime]) -> list[str]:
    """Insert receipts of the past, oldest first, as they would have been written then."""
    first = site.decide().json
    row: dict[str, Any] = {}
    with application.database.transaction() as session:
        result = session.execute(
            consent_receipts.select().where(consent_receipts.c.id == uuid.UUID(first["id"]))
        )
        row = dict(result.mappings().one())
        session.execute(delete(consent_receipts).where(consent_receipts.c.id == row["id"]))
        receipts = [new_id(instant) for instant in instants]
        session.execute(insert(consent_receipts), [{**row, "id": item} for item in receipts])
    return [str(item) for item in receipts]


def test_newest_first_and_pages_by_link(site: Site, app: TestApp) -> None:
    receipts = [site.decide().json["id"] for _ in range(7)]
    expected = receipts[::-1]
    assert ids(site.receipts()) == expected
    ids_read: list[str] = []
    path = "/v1/api/consent-events?limit=3&source=banner"
    for _ in range(3):
        response = app.get(path, headers=bearer(site.key))
        ids_read += ids(response.json)
        link = response.headers.get("Link")
        if link:
            match = re.fullmatch(r'<http://localhost:6543(/[^>]+)>; rel="next"', link)
            assert match is not None
            path = match[1]
    assert ids_read == expected
    assert link is None


def test_a_page_that_ends_with_the_last_receipt_has_no_next(site: Site, app: TestApp) -> None:
    for _ in range(3):
        site.decide()
    response = app.get("/v1/api/consent-events?limit=3", headers=bearer(site.key))
    assert len(response.json) == 3
    assert "Link" not in response.headers


@pytest.mark.cluster
def test_receipts_can_be_filtered_by_each_filter(site: Site) -> None:
    desktop = site.decide().json["id"]
    none = dict.fromkeys(("analytics", "marketing", "preferences"), False)
    tablet = site.decide(action="reject_all", **none, headers={"User-Agent": TABLET}).json["id"]
    custom = site.decide(action="custom", marketing=False).json["id"]
    other_site = make_site(site.panel)
    elsewhere = other_site.decide().json["id"]
    assert ids(site.receipts(domainId=site.id)) == [custom, tablet, desktop]
    assert ids(site.receipts(domainId=other_site.id)) == [elsewhere]
    assert site.receipts(domainId=str(uuid.uuid4())) == []
    assert ids(site.receipts(action="reject_all")) == [tablet]
    assert ids(site.receipts(action="custom", domainId=site.id)) == [custom]
    assert ids(site.receipts(device="tablet")) == [tablet]
    assert ids(site.receipts(device="desktop", action="accept_all", domainId=site.id)) == [desktop]
    assert len(site.receipts(source="banner")) == 4
    assert site.receipts(source="gpc") == []
    assert site.receipts(country="DE") == []


def test_times_are_bounds_that_count(site: Site, application: Application) -> None:
    start = datetime(2026, 5, 1, 12, tzinfo=UTC)
    instants = [start + timedelta(milliseconds=ms) for ms in range(5)]
    receipts = fill(application, site, instants)[::-1]

    def between(**query: str) -> list[str]:
        return ids(site.receipts(**query))

    assert between() == receipts
    assert between(**{"from": "2026-05-01T12:00:00.002Z"}) == receipts[:3]
    assert between(**{"from": "2026-05-01T12:00:00.001001Z"}) == receipts[:3]
    assert between(to="2026-05-01T12:00:00.002Z") == receipts[2:]
    assert between(to="2026-05-01T12:00:00.002999Z") == receipts[2:]
    assert (
        between(**{"from": "2026-05-01T14:00:00.001+02:00"}, to="2026-05-01T12:00:00.003Z")
        == (receipts[1:4])
    )
    assert between(**{"from": "9999-12-31T23:59:59.999999Z"}) == []
    assert between(to="0001-01-01T00:00:00Z") == []


def test_status_and_its_filter_agree_to_the_millisecond(
    site: Site, application: Application, clock: MovableClock
) -> None:
    now = clock.freeze(datetime(2028, 2, 29, 10, 0, 0, 500_000, tzinfo=UTC))
    edge = now.replace(year=2027, day=28)
    step = timedelta(milliseconds=1)
    receipts = fill(application, site, [edge - step, edge, edge + step])
    listed = site.receipts()
    assert [(receipt["id"], receipt["status"]) for receipt in listed] == [
        (receipts[2], "valid"),
        (receipts[1], "valid"),
        (receipts[0], "expired"),
    ]
    assert ids(site.receipts(status="valid")) == receipts[:0:-1]
    assert ids(site.receipts(status="expired")) == receipts[:1]


@pytest.mark.cluster
def test_q_finds_an_id_or_part_of_a_visitor_hash(site: Site) -> None:
    first = site.decide(remote_addr="203.0.113.1").json
    second = site.decide(remote_addr="203.0.113.2").json
    by_id = {receipt["id"]: receipt["ipHash"] for receipt in site.receipts()}
    assert ids(site.receipts(q=first["id"])) == [first["id"]]
    assert ids(site.receipts(q=first["id"].upper())) == [first["id"]]
    visitor = by_id[second["id"]]
    for part in (visitor, visitor[:12], visitor[7:25], visitor[:12].upper()):
        assert ids(site.receipts(q=part)) == [second["id"]]
    for plain in ("%", "_", "\\", f"{visitor[:4]}%", "' OR 1=1", "x" * 36):
        assert site.receipts(q=plain) == []


@pytest.mark.cluster
def test_another_workspaces_receipts_are_nobodys(
    site: Site, app: TestApp, application: Application
) -> None:
    receipt = site.decide().json
    stranger = make_site(make_panel(app, application.now()))
    assert stranger.receipts() == []
    assert stranger.receipts(q=receipt["id"]) == []
    assert stranger.receipts(domainId=site.id) == []
    assert stranger.receipts(cursor=str(new_id())) == []


@pytest.mark.cluster
def test_a_deleted_domain_leaves_its_receipts(site: Site, application: Application) -> None:
    site.decide()
    with application.database.transaction() as session:
        session.execute(delete(Domain).where(Domain.id == uuid.UUID(site.id)))
    (receipt,) = site.receipts()
    assert receipt["domainId"] is None
    assert receipt["domainDeleted"] is True
    assert receipt["hostname"] == site.hostname
    assert receipt["bannerTitle"] == "Your privacy on this site"
    assert site.receipts(domainId=site.id) == []


def test_a_long_list_is_streamed_whole(site: Site, application: Application, app: TestApp) -> None:
    start = datetime(2026, 6, 1, tzinfo=UTC)
    receipts = fill(
        application, site, [start + timedelta(seconds=number) for number in range(4500)]
    )
    response = app.get("/v1/api/consent-events?limit=1000000", headers=bearer(site.key))
    assert ids(response.json) == receipts[::-1]
    assert "Link" not in response.headers
    response = app.get(
        "/v1/api/consent-events?limit=10001&to=2026-06-01T00:01:00Z", headers=bearer(site.key)
    )
    assert ids(response.json) == receipts[60::-1]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("domainId=x", "domainId"),
        ("action=impression", "action"),
        ("country=DEU", "country"),
        ("from=yesterday", "from"),
        ("to=2026-13-01T00:00:00Z", "to"),
        ("device=watch", "device"),
        ("status=new", "status"),
        ("q=", "q"),
        ("limit=0", "limit"),
        ("limit=1000001", "limit"),
        ("limit=ten", "limit"),
        ("cursor=x", "cursor"),
        ("acton=custom", "acton"),
    ],
)
def test_a_wrong_query_is_named(site: Site, app: TestApp, query: str, name: str) -> None:
    refused = app.get(f"/v1/api/consent-events?{query}", headers=bearer(site.key), status=400)
    assert [part["pointer"] for part in refused.json["errors"]] == [f"#/query/{name}"]


def test_a_key_reads_what_its_scopes_allow(site: Site, app: TestApp, clock: MovableClock) -> None:
    domains = make_key(site.panel, scopes=["domains:read"])
    consents = make_key(site.panel, scopes=["consents:read"])
    expiry = (clock() + timedelta(hours=1)).isoformat()
    expiring = make_key(site.panel, expiresAt=expiry)
    app.get("/v1/api/consent-events", headers=bearer(consents), status=200)
    app.get("/v1/api/domains", headers=bearer(domains), status=200)
    for path, key in (("consent-events", domains), ("domains", consents)):
        refused = app.get(f"/v1/api/{path}", headers=bearer(key), status=403)
        assert refused.json["code"] == "forbidden"
    app.get("/v1/api/domains", headers=bearer(expiring), status=200)
    clock.move(hours=1)
    app.get("/v1/api/domains", headers=bearer(expiring), status=401)
    mistyped = consents[:-1] + ("a" if consents[-1] != "a" else "b")
    app.get("/v1/api/consent-events", headers=bearer(mistyped), status=401)


@pytest.mark.parametrize(("max_rows", "expected"), [(3, 3), (99, 5), (2_000_000, 5)])
def test_without_a_limit_a_page_has_what_the_server_allows(
    site: Site,
    application: Application,
    monkeypatch: pytest.MonkeyPatch,
    max_rows: int,
    expected: int,
) -> None:
    for _ in range(5):
        site.decide()
    monkeypatch.setattr(
        application, "settings", replace(application.settings, export_max_rows=max_rows)
    )
    assert len(site.receipts()) == expected
    assert len(site.receipts(limit=min(max_rows, 1_500_000))) == expected
    path = "/v1/api/consent-events"
    for beyond in (max_rows + 1, 10**9):
        refused = site.panel.app.get(
            path, {"limit": beyond}, headers=bearer(site.key), status=400
        ).json
        assert refused["errors"] == [
            {"pointer": "#/query/limit", "message": f"must be {max_rows} at most"}
        ]


@pytest.mark.parametrize("path", ["/v1/api/consent-events", "/v1/consent-events"])
def test_a_page_takes_one_connection(
    app: TestApp, application: Application, site: Site, path: str
) -> None:
    in_use, peak = 0, 0

    def check_out(*_: Any) -> None:
        nonlocal in_use, peak
        in_use += 1
        peak = max(peak, in_use)

    def check_in(*_: Any) -> None:
        nonlocal in_use
        in_use -= 1

    token = site.key if path.startswith("/v1/api/") else site.panel.access_token
    pool = application.database.engine
    event.listen(pool, "checkout", check_out)
    event.listen(pool, "checkin", check_in)
    try:
        app.get(path, headers=bearer(token))
    finally:
        event.remove(pool, "checkout", check_out)
        event.remove(pool, "checkin", check_in)
    # With a second one, as many requests as there are connections would wait for each other.
    assert (peak, in_use) == (1, 0)


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("text/csv; charset=utf-8", "text/csv"),
        ("text/csv;charset=UTF-8", "text/csv"),
        ("application/x-ndjson;charset=utf-8", "application/x-ndjson"),
        ("text/html, text/csv;q=0.5", "text/csv"),
        ("application/json; charset=utf-8, text/csv;q=0.5", "application/json"),
        ("text/csv; charset=latin-1", "application/json"),
        ("text/html", "application/json"),
        ("*/*", "application/json"),
    ],
)
def test_a_format_is_accepted_with_the_charset_that_it_is_sent_with(
    site: Site, accept: str, expected: str
) -> None:
    site.decide()
    headers = {**bearer(site.key), "Accept": accept}
    response = site.panel.app.get("/v1/api/consent-events", headers=headers, status=200)
    assert response.content_type == expected
