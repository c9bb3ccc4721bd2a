"""What every answer carries, and what other origins may do with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from webtest import TestApp

from consent_app.rate_limits import DEVELOPMENT_FACTOR
from tests.support.small_service.site import make_application, make_site

SITE = "https://consent.example"
WORKSPACE = "https://acme.consent.example"


# Headers


@pytest.mark.parametrize("path", ["/v1/things", "/v1/things?limit=x", "/v1/nothing", "/%FF"])
def test_every_answer_carries_the_headers(site: TestApp, path: str) -> None:
    headers = site.get(path, expect_errors=True).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "Strict-Transport-Security" not in headers


def test_what_a_view_serves_runs_nothing_and_is_framed_nowhere(site: TestApp) -> None:
    headers = site.get("/v1/script").headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_a_view_may_set_its_own_caching(site: TestApp) -> None:
    assert site.get("/v1/script").headers.getall("Cache-Control") == ["public, max-age=60"]


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"wsgi.url_scheme": "https"}, True),
        ({"REMOTE_ADDR": "10.1.2.3", "HTTP_X_FORWARDED_PROTO": "https"}, True),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_PROTO": "https"}, False),
        ({"REMOTE_ADDR": "10.1.2.3", "HTTP_X_FORWARDED_PROTO": "http"}, False),
    ],
)
def test_hsts_is_sent_over_https_only(
    site: TestApp, environ: dict[str, str], expected: bool
) -> None:
    headers = site.get("/v1/things", extra_environ=environ).headers
    assert ("Strict-Transport-Security" in headers) is expected


# Other origins


def preflight(site: TestApp, path: str, origin: str) -> Any:
    preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    return site.options(path, headers=preflight, expect_errors=True)


def test_only_the_first_preflight_looks_through_the_views(tmp_path: Path) -> None:
    site = TestApp(make_site(make_application(tmp_path)))
    first = preflight(site, "/v1/things", SITE)
    site.app.registry.introspector._categories.clear()
    assert preflight(site, "/v1/things", SITE).headers["Allow"] == first.headers["Allow"]


@pytest.mark.parametrize("origin", [SITE, WORKSPACE])
def test_the_sites_own_origins_may_call_it(site: TestApp, origin: str) -> None:
    response = preflight(site, "/v1/things", origin)
    assert response.status_int == 204
    assert response.headers["Access-Control-Allow-Origin"] == origin
    assert response.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST"
    assert response.headers["Access-Control-Allow-Headers"] == (
        "Authorization, Content-Type, If-Match"
    )
    assert response.headers["Access-Control-Max-Age"] == "600"
    assert response.headers["Vary"] == "Origin"
    for query in ("", "?limit=x"):
        answer = site.get(f"/v1/things{query}", headers={"Origin": origin}, expect_errors=True)
        assert answer.headers["Access-Control-Allow-Origin"] == origin
        assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://consent.example",
        "https://consent.example.evil.example",
        "https://consentXexample",
        "https://acme-consent.example",
        "https://acme.consentXexample",
        "https://a.b.consent.example",
        "https://-.consent.example",
        "https://.consent.example",
        "https://acme.consent.example\n",
        "https://acme.consent.example:444",
    ],
)
def test_other_origins_may_not_call_it(site: TestApp, origin: str) -> None:
    preflight = {"HTTP_ORIGIN": origin, "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "POST"}
    for method in ("OPTIONS", "GET"):
        response = site.request("/v1/things", environ={"REQUEST_METHOD": method} | preflight)
        assert not [name for name in response.headers if name.startswith("Access-Control")]
        assert response.headers["Vary"] == "Origin"


def test_options_without_a_method_is_no_preflight(site: TestApp) -> None:
    response = site.options("/v1/things", headers={"Origin": SITE})
    assert response.headers["Access-Control-Allow-Origin"] == SITE
    assert "Access-Control-Allow-Methods" not in response.headers


def test_a_visitors_route_answers_its_domains_own_origin(site: TestApp) -> None:
    response = preflight(site, "/v1/visitors/shop", "https://shop.example")
    assert response.headers["Access-Control-Allow-Origin"] == "https://shop.example"
    assert "Idempotency-Key" in response.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in preflight(site, "/v1/visitors/shop", SITE).headers
    answer = site.get("/v1/visitors/shop", headers={"Origin": "https://shop.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "https://shop.example"
    answer = site.get("/v1/visitors/other", headers={"Origin": "https://shop.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_only_refusals_are_open_and_only_where_the_path_says_so(tmp_path: Path) -> None:
    wsgi = make_site(make_application(tmp_path))
    wsgi.registry.api.open_refusals = frozenset({"visitors", "things"})
    site, stranger = TestApp(wsgi), {"Origin": "https://stranger.example"}

    def allowed(path: str, status: int) -> str | None:
        headers = site.get(path, headers=stranger, status=status).headers
        return headers.get("Access-Control-Allow-Origin")

    assert allowed("/v1/things?limit=x", 400) == stranger["Origin"]
    assert allowed("/v1/things", 200) is None
    assert allowed("/v1/visitors/shop", 200) is None
    assert allowed("/v1/ordinary/x", 405) is None


def test_other_paths_answer_no_origin(site: TestApp) -> None:
    for path in ("/v1/words/x", "/openapi.yaml", "/v1/nothing"):
        headers = site.get(path, headers={"Origin": SITE}, expect_errors=True).headers
        assert not [name for name in headers if name.startswith("Access-Control")]


# Limits


def test_any_page_may_load_the_scripts_with_crossorigin(app: TestApp) -> None:
    for name in ("banner", "choices", "gpp"):
        response = app.get(f"/v1/public/{name}.js", headers={"Origin": "https://shop.example"})
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Vary"] == "Accept-Encoding"
        assert "Access-Control-Allow-Credentials" not in response.headers
        assert app.options(f"/v1/public/{name}.js", status=405).headers["Allow"] == "GET, HEAD"


def test_too_many_requests_are_429_for_that_key_alone(site: TestApp) -> None:
    def post(address: str) -> Any:
        environ = {"REMOTE_ADDR": address}
        return site.post("/v1/visitors/x", extra_environ=environ, expect_errors=True)

    for _ in range(3):
        assert post("192.0.2.7").json == {"address": "192.0.2.7"}
    response = post("192.0.2.7")
    assert (response.status_int, response.json["code"]) == (429, "rate_limited")
    seconds = int(response.headers["Retry-After"])
    assert 55 <= seconds <= 61
    assert response.headers["RateLimit"] == f'"visitors";r=0;t={seconds}'
    assert response.headers["RateLimit-Policy"] == '"visitors";q=3;w=60'
    assert post("192.0.2.8").status_int == 200


def test_development_allows_ten_times_as_much(tmp_path: Path) -> None:
    site = TestApp(make_site(make_application(tmp_path, environment="development")))
    for _ in range(3 * DEVELOPMENT_FACTOR):
        assert site.post("/v1/visitors/x").status_int == 200
    assert site.post("/v1/visitors/x", expect_errors=True).status_int == 429


@pytest.mark.parametrize("path", ["/v1/public/banner.js", "/openapi.yaml", "/docs/"])
@pytest.mark.parametrize("part", ["bytes=0-9", "bytes=9999999999-"])
def test_nothing_is_served_in_parts(app: TestApp, path: str, part: str) -> None:
    """A cache before us could keep the refusal of a part for everybody (RFC 9110 §14.2)."""
    whole = app.get(path, status=200)
    response = app.get(path, headers={"Range": part}, status=200)
    assert response.body == whole.body
    assert "Content-Range" not in response.headers
