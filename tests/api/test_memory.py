"""What strangers send is not kept: neither what they ask for, nor what they call themselves."""

from __future__ import annotations

import gc
import http.client
import tracemalloc
from collections.abc import Callable
from uuid import UUID

import pytest
from webob import Request
from webtest import TestApp

from consent_app.application import Application
from consent_app.banners import public_banners as public
from consent_app.openapi.json import dumps
from consent_app.user_agent import CACHE_SIZE, MAX_CHARACTERS, read_user_agent
from tests.support.factories import make_panel, make_site, unique
from tests.support.harness import Harness, MovableClock
from tests.support.live_server import LiveServer

MIB = 1024 * 1024


@pytest.fixture
def bare(harness: Harness, app: TestApp) -> TestApp:
    """The bare application, without what tests keep of every response."""
    return TestApp(harness.wsgi, extra_environ=app.extra_environ)


def growth(call: Callable[[int], object], times: int) -> int:
    """Return by how much more memory is held after a call was made many times."""
    call(-1)
    tracemalloc.start()
    try:
        for number in range(times):
            call(number)
        # Requests refer to themselves. What earlier tests have left, the oldest generation, would
        # be gone through too.
        gc.collect(1)
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_long_queries_for_a_banner_are_not_kept(
    app: TestApp, bare: TestApp, application: Application, harness: Harness
) -> None:
    site = make_site(make_panel(app, application.now()))
    path = f"/v1/public/domains/{site.id}/banner"
    expected = bare.get(path).json

    def ask(number: int) -> None:
        # A client's own cache of URLs would be measured too.
        request = Request.blank(path, bare.extra_environ)
        request.environ["QUERY_STRING"] = f"x={number}{'x' * 200_000}"
        response = request.get_response(harness.wsgi)
        assert response.json["digest"] == expected["digest"]

    assert growth(ask, 100) < 4 * MIB


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_long_unknown_paths_are_not_kept(bare: TestApp, harness: Harness, method: str) -> None:
    def ask(number: int) -> None:
        # A client's own cache of URLs would be measured too.
        request = Request.blank("/", bare.extra_environ, method=method)
        request.environ["PATH_INFO"] = f"/{unique()}" + "/ab" * 5_000
        assert request.get_response(harness.wsgi).status_int == 404

    assert growth(ask, 100) < 4 * MIB


def test_unused_languages_are_not_stored(
    app: TestApp, bare: TestApp, application: Application, harness: Harness
) -> None:
    site = make_site(make_panel(app, application.now()))
    path = f"/v1/public/domains/{site.id}/banner"
    bare.get(path)
    before = len(harness.application.get(public.PublicBanners)._banners)
    for number in range(200):
        bare.get(f"{path}?locale=xx-{number:08}")
    assert len(harness.application.get(public.PublicBanners)._banners) == before


def test_long_user_agents_are_not_kept(bare: TestApp) -> None:
    def ask(number: int) -> None:
        agent = f"{number}{'x' * 200_000}"
        body = {"refreshToken": "x" * 43}
        bare.post_json("/v1/auth/refresh", body, headers={"User-Agent": agent}, status=401)

    assert growth(ask, 100) < 4 * MIB


def test_stored_user_agents_are_limited() -> None:
    def read(number: int) -> None:
        read_user_agent(f"{number:06} Mozilla/5.0 (X11; Linux x86_64) {'é' * MAX_CHARACTERS}")

    read_user_agent("warm")
    assert growth(read, CACHE_SIZE + 1000) < 16 * MIB


def test_a_cache_of_banners_is_limited_in_bytes(
    app: TestApp, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "BANNERS_BYTES", 20_000)
    monkeypatch.setattr(public, "DOMAINS_BYTES", 20_000)
    panel = make_panel(app, application.now())
    banners = public.PublicBanners(application)
    ids = [UUID(make_site(panel).id) for _ in range(12)]
    first = [banners.banner_for(id_, "de", None) for id_ in ids]
    assert banners._domains.currsize <= 20_000
    assert banners._last.currsize <= 20_000
    assert 0 < len(banners._domains) < 12
    kept = [banners._banners[key] for key in banners._banners]
    assert 0 < sum(len(dumps(banner.payload)) for banner in kept) <= 20_000
    # Values that were dropped are read again.
    assert [banners.banner_for(id_, "de", None).tag for id_ in ids] == [item.tag for item in first]


def test_a_banner_that_is_read_again_takes_the_place_of_the_former(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    banners = public.PublicBanners(application)
    domain_id = UUID(make_site(make_panel(app, application.now())).id)

    def ask(_: int) -> None:
        clock.move(seconds=application.settings.banner_cache_seconds + 1)
        banners.banner_for(domain_id, "de", None)

    assert growth(ask, 100) < MIB / 4


@pytest.mark.parametrize("long", ["line", "header", "headers"])
def test_a_request_line_and_headers_have_16_kilobytes_at_most(
    live_server: LiveServer, long: str
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", live_server.port, timeout=30)
    path = "/v1/health/live"
    headers = {}
    if long == "line":
        path += "?" + "x" * 17_000
    elif long == "header":
        headers["User-Agent"] = "x" * 17_000
    else:
        headers = {f"X-{number}": "x" * 100 for number in range(170)}
    try:
        connection.request("GET", path, headers=headers)
        assert connection.getresponse().status == 431
    finally:
        connection.close()
