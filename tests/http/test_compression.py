"""Responses in gzip."""

from __future__ import annotations

import gzip
import json

from webob import Request
from webtest import TestApp

from consent_app.application import utc_now
from consent_app.http.compression import MIN_BYTES
from tests.support.factories import make_panel, make_site

GZIP = {"Accept-Encoding": "gzip, br"}


def test_large_responses_are_compressed_for_those_who_accept_it(app: TestApp) -> None:
    site = make_site(make_panel(app, utc_now()))
    path = f"/v1/domains/{site.id}/banner"
    plain = site.panel.get(path, status=200)
    assert "Content-Encoding" not in plain.headers
    bearer = {"Authorization": f"Bearer {site.panel.access_token}"}
    # WebTest would unpack it.
    packed = Request.blank(path, headers={**bearer, **GZIP}).get_response(app.app)
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
    path = "/v1/api/consent-events"
    packed = Request.blank(path, headers=headers).get_response(app.app)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert ", ".join(packed.headers.getall("Vary")).split(", ") == ["Accept", "Accept-Encoding"]


def test_small_and_public_responses_are_not_compressed(app: TestApp) -> None:
    site = make_site(make_panel(app, utc_now()))
    bearer = {"Authorization": f"Bearer {site.panel.access_token}"}
    small = app.get("/v1/workspace", headers={**bearer, **GZIP}, status=200)
    assert len(small.body) < MIN_BYTES
    assert "Content-Encoding" not in small.headers
    public = app.get(f"/v1/public/domains/{site.id}/banner?locale=en", headers=GZIP, status=200)
    assert "Content-Encoding" not in public.headers
    refused = app.get(
        f"/v1/domains/{site.id}/banner",
        headers={**bearer, "Accept-Encoding": "gzip;q=0"},
        status=200,
    )
    assert "Content-Encoding" not in refused.headers
