"""Previews of banners, sent or saved."""

from __future__ import annotations

import json
from typing import Any

from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Site, make_panel, make_site


def previewed(site: Site, status: int = 200, **body: Any) -> Any:
    banner = {"categories": [{"id": "analytics"}], "locales": [{"locale": "en"}, {"locale": "de"}]}
    path = f"/v1/domains/{site.id}/banner/preview"
    return site.panel.post(path, {"banner": banner, **body}, status=status).json


def test_a_preview_is_what_publishing_shows(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()), region="EU")
    result = previewed(site, locale="de-AT")
    path = f"/v1/domains/{site.id}/banner"
    site.panel.put(path, result["content"], status=200)
    site.panel.post(f"{path}/publish", status=200)
    published = app.get(f"/v1/public/domains/{site.id}/banner?locale=de", status=200).json
    assert {**result["banner"], "publishedAt": None} == {**published, "publishedAt": None}
    compliance = site.panel.get(f"/v1/domains/{site.id}/compliance").json
    assert {**result["compliance"], "suspendedAt": None} == compliance


def test_a_preview_keeps_nothing_and_is_for_a_place(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()), region="EU")
    before = site.panel.get(f"/v1/domains/{site.id}/banner").json
    assert previewed(site, place="DE")["banner"]["regime"] == "opt_in"
    assert previewed(site, place="US-CA")["banner"]["regime"] == "opt_out"
    assert site.panel.get(f"/v1/domains/{site.id}/banner").json == before


def test_what_is_saved_need_not_be_sent(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()), region="EU")
    stranger = make_site(make_panel(app, application.now()))
    path = f"/v1/domains/{site.id}/banner"
    default = site.panel.get(f"{path}/preview").json["content"]
    assert default == site.panel.get(path).json["banner"]
    draft = {"categories": [{"id": "marketing"}], "locales": [{"locale": "en"}, {"locale": "de"}]}
    saved = site.panel.put(path, draft, status=200).json["banner"]
    result = site.panel.get(f"{path}/preview?locale=de-AT&place=US-CA").json
    sent = previewed(site, banner=saved, locale="de-AT", place="US-CA")
    result["banner"]["publishedAt"] = sent["banner"]["publishedAt"]
    assert result == sent
    assert (result["banner"]["locale"], result["banner"]["regime"]) == ("de", "opt_out")
    stranger.panel.get(f"{path}/preview", status=404)
    errors = site.panel.get(f"{path}/preview?place=Bavaria", status=400).json["errors"]
    assert [error["pointer"] for error in errors] == ["#/query/place"]


def test_whatever_can_be_saved_can_be_previewed(app: TestApp, application: Application) -> None:
    """A banner in the languages of the Union, with a few services, has more than 64 KiB."""
    site = make_site(make_panel(app, application.now()), region="EU")
    tags = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split()
    purpose = "Measures how visitors use the site, and which pages they read."
    texts = [{"name": f"S{n}", "purpose": purpose, "duration": "13 months"} for n in range(20)]
    services = [{**text, "provider": "Example", "thirdParty": True} for text in texts]
    banner = {
        "categories": [{"id": "analytics", "services": services}],
        "locales": [{"locale": tag, "services": texts} for tag in tags],
    }
    saved = site.panel.put(f"/v1/domains/{site.id}/banner", banner, status=200).json["banner"]
    assert len(json.dumps(saved)) > 64 * 1024
    assert previewed(site, banner=saved, locale="mt")["content"] == saved


def test_invalid_banners_are_refused(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    stranger = make_site(make_panel(app, application.now()))
    refused = previewed(site, 400, banner={"categories": [{"id": "analytics"}], "locales": []})
    assert refused["errors"][0]["pointer"].startswith("#/banner/locales")
    path = f"/v1/domains/{site.id}/banner/preview"
    body = {"banner": {"categories": [{"id": "analytics"}], "locales": [{"locale": "en"}]}}
    stranger.panel.post(path, body, status=404)


def test_colours_that_cannot_be_read_are_named(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    style = {"accent": "#777777", "accentText": "#777777"}
    banner = {"categories": [{"id": "analytics"}], "locales": [{"locale": "en"}], "style": style}
    pointers = [error["pointer"] for error in previewed(site, 400, banner=banner)["errors"]]
    assert any("style" in pointer for pointer in pointers), pointers
