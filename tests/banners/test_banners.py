from __future__ import annotations

import gzip
import hashlib
import json
import uuid

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.banner_script import script
from consent_app.banners.models import BannerVersion, BannerWording
from tests.support.factories import Site


def test_the_wording_is_kept_under_its_digest(
    site: Site, application: Application, app: TestApp
) -> None:
    banner = app.get(f"/v1/public/domains/{site.id}/banner").json
    with application.database.session(read_only=True) as session:
        wording = session.scalars(
            select(BannerWording)
            .join(BannerVersion, BannerVersion.workspace_id == BannerWording.workspace_id)
            .where(
                BannerVersion.domain_id == uuid.UUID(site.id),
                BannerWording.digest == banner["digest"],
            )
        ).one()
    canonical = json.dumps(
        wording.document, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert hashlib.sha256(canonical.encode()).hexdigest() == banner["digest"]
    for member, value in wording.document.items():
        assert banner[member] == value
    assert wording.title == banner["texts"]["title"]


@pytest.mark.parametrize(
    ("locale", "text"), [("EN-us", "en-US"), ("de-AT", "de"), ("x", "en"), ("zh-Hant-TW", "en")]
)
def test_a_banner_is_returned_in_the_best_available_language(
    site: Site, app: TestApp, locale: str, text: str
) -> None:
    banner = app.get(f"/v1/public/domains/{site.id}/banner?locale={locale}").json
    assert banner["locale"] == text
    assert banner["direction"] == "ltr"
    # Nobody chose that the declared region counts where the place is not known.
    assert banner["regime"] == "opt_in"
    assert banner["controller"] == site.panel.organization["name"]
    assert [category["id"] for category in banner["categories"]] == [
        "analytics",
        "marketing",
        "preferences",
    ]


def test_a_banner_is_cacheable_and_revalidates(site: Site, app: TestApp) -> None:
    path = f"/v1/public/domains/{site.id}/banner"
    first = app.get(path, headers={"Origin": site.origin})
    assert first.headers["Access-Control-Allow-Origin"] == site.origin
    assert "Origin" in first.headers["Vary"]
    assert first.headers["Cache-Control"] == "public, max-age=60"
    unchanged = app.get(path, headers={"If-None-Match": first.headers["ETag"]}, status=304)
    assert unchanged.body == b""
    site.panel.post(f"{path.replace('/public', '')}/publish", status=200)
    changed = app.get(path, headers={"If-None-Match": first.headers["ETag"]}, status=200)
    assert changed.json["version"] == 2


def test_an_unknown_query_parameter_harms_no_visitor(site: Site, app: TestApp) -> None:
    app.get(f"/v1/public/domains/{site.id}/banner?utm_source=x", status=200)


def test_the_script_is_javascript_cacheable_and_gzipped_when_asked_for(app: TestApp) -> None:
    plain = app.get("/v1/public/banner.js", headers={"Accept-Encoding": "identity"})
    assert plain.headers["Content-Type"].startswith("text/javascript")
    assert plain.body == script().body
    assert hashlib.sha256(plain.body).hexdigest() == script().digest
    assert plain.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "max-age" in plain.headers["Cache-Control"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    zipped = app.get("/v1/public/banner.js", headers={"Accept-Encoding": "gzip"})
    assert len(script().gzipped) <= 10_000
    body = zipped.body if zipped.body[:2] != b"\x1f\x8b" else gzip.decompress(zipped.body)
    assert body == plain.body
    etag = plain.headers["ETag"]
    app.get(
        "/v1/public/banner.js",
        headers={"If-None-Match": etag, "Accept-Encoding": "identity"},
        status=304,
    )
