from __future__ import annotations

import gzip
import hashlib
import io
import json
from typing import Any

import pytest
from webtest import TestApp, TestResponse

from consent_app.application import Application
from tests.factories import Site, bearer, make_panel, make_site
from tests.worlds import World

PATH = "/v1/api/consent-events"
NDJSON = "application/x-ndjson"
NOTHING = {"analytics": False, "marketing": False, "preferences": False}


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    site = make_site(make_panel(app, application.now()), region="EU")
    for number in range(5):
        site.decide(headers={"User-Agent": f'=HYPERLINK("x") \'{number}\', "quoted"'})
    site.decide(action="reject_all", **NOTHING)
    return site


def export(site: Site, accept: str, **query: Any) -> TestResponse:
    headers = bearer(site.key) | {"Accept": accept}
    headers |= query.pop("headers", {})
    return site.panel.app.get(PATH, query, headers=headers, status=query.pop("status", 200))


def begin(world: World, site: Site, **headers: str) -> tuple[str, dict[str, str], Any]:
    """Return status, headers and the body as it is made: WebTest would unpack and gather it."""
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": PATH,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "HTTP_ACCEPT": NDJSON,
        "HTTP_AUTHORIZATION": f"Bearer {site.key}",
        "REMOTE_ADDR": "127.0.0.1",
        **headers,
    }
    started: list[Any] = []
    body = world.wsgi(environ, lambda *answer: started.append(answer))
    return started[0][0], dict(started[0][1]), body


def packed(world: World, site: Site) -> tuple[dict[str, str], bytes]:
    _, headers, chunks = begin(world, site, HTTP_ACCEPT_ENCODING="gzip")
    body = b"".join(chunks)
    chunks.close()
    return headers, gzip.decompress(body)


def site_now(site: Site) -> Any:
    return site.panel.app.application.now()


def test_a_manifest_tells_what_left(world: World, site: Site) -> None:
    app = site.panel.app
    headers, body = packed(world, site)
    place = headers["X-Export-Manifest"].removeprefix("http://localhost:6543")
    ids = [json.loads(line)["id"] for line in body.splitlines()]
    manifest = app.get(place, headers=bearer(site.key), status=200).json
    assert manifest["sha256"] == hashlib.sha256(body).hexdigest()
    assert manifest["size"] == len(body)
    assert manifest["rows"] == 6
    assert (manifest["firstId"], manifest["lastId"]) == (ids[0], ids[-1])
    events = site.panel.get("/v1/audit-events", params={"event": "receipts.exported"}).json
    assert events[0]["actorKind"] == "api_key"
    stranger = make_site(make_panel(app, site_now(site)))
    app.get(place, headers=bearer(stranger.key), status=404)


def test_a_manifest_is_kept_for_a_day(site: Site, clock: Any) -> None:
    clock.move(seconds=1)
    place = export(site, NDJSON).headers["X-Export-Manifest"]
    place = place.removeprefix("http://localhost:6543")
    clock.move(hours=23)
    site.panel.app.get(place, headers=bearer(site.key), status=200)
    clock.move(hours=2)
    site.panel.app.get(place, headers=bearer(site.key), status=404)
