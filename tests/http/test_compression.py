"""Responses in gzip."""

from __future__ import annotations

import gzip
import json

from webob import Request, Response
from webtest import TestApp

from consent_app.application import utc_now
from consent_app.http.compression import MIN_BYTES
from tests.support.factories import make_panel, make_site

GZIP = {"Accept-Encoding": "gzip, br"}


def get(app: TestApp, path: str, headers: dict[str, str]) -> Response:
    """Return a response as it is sent. WebTest's own client unpacks it and drops the header."""
    response = Request.blank(path, headers=headers).get_response(app.app)
    assert response.status_code == 200
    return response


def test_large_responses_are_compressed_for_those_who_accept_it(app: TestApp) -> None:
    site = make_site(make_panel(app, utc_now()))
    path = f"/v1/domains/{site.id}/banner"
    bearer = {"Authorization": f"Bearer {site.panel.access_token}"}
    plain = get(app, path, bearer)
    assert "Content-Encoding" not in plain.headers
    packed = get(app, path, {**bearer, **GZIP})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers.getall("Vary")
    assert packed.headers["ETag"] == plain.headers["ETag"]
    assert json.loads(gzip.decompress(packed.body)) == plain.json
    assert len(packed.body) < len(plain.body) / 2
    # What is saved with the tag is what was read.
    banner = {**plain.json["banner"], "controller": "Difference Engines Ltd"}
    headers = {**bearer, **GZIP, "If-Match": packed.headers["ETag"]}
    app.put_json(path, banner, headers=headers, status=200)


def test_vary_names_the_encoding_once(app: TestApp) -> None:
    site = make_site(make_panel(app, utc_now()))
    for _ in range(3):
        site.decide()
    headers = {"Authorization": f"Bearer {site.key}", **GZIP}
    packed = get(app, "/v1/api/consent-events", headers)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert ", ".join(packed.headers.getall("Vary")).split(", ") == ["Accept", "Accept-Encoding"]


def test_small_and_public_responses_are_not_compressed(app: TestApp) -> None:
    site = make_site(make_panel(app, utc_now()))
    bearer = {"Authorization": f"Bearer {site.panel.access_token}"}
    small = get(app, "/v1/workspace", {**bearer, **GZIP})
    assert len(small.body) < MIN_BYTES
    assert "Content-Encoding" not in small.headers
    public = get(app, f"/v1/public/domains/{site.id}/banner?locale=en", GZIP)
    assert len(public.body) > MIN_BYTES
    assert "Content-Encoding" not in public.headers
    path = f"/v1/domains/{site.id}/banner"
    refused = get(app, path, {**bearer, "Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refused.headers
