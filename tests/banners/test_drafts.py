"""Drafts: what an editor finds and sends, and that no editor overwrites another."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from tests.support.banner_editing import CATEGORIES, TEXTS, WIDGET, banner
from tests.support.factories import Panel, bearer, make_panel


def test_an_editor_finds_the_default_then_the_draft_then_what_is_published(
    panel: Panel, path: str, app: TestApp
) -> None:
    response = panel.get(path)
    assert (response.json["state"], response.json["version"]) == ("default", None)
    assert response.json["updatedBy"] is None
    saved = panel.put(path, banner(), if_match=response.headers["ETag"], status=200)
    assert saved.json["state"] == "draft"
    assert saved.json["updatedBy"]["email"] == panel.person.email
    assert panel.get(path).json == saved.json
    # An editor may send back unchanged what it received.
    resaved = panel.put(path, saved.json["banner"], if_match=saved.headers["ETag"], status=200)
    assert resaved.json["banner"] == saved.json["banner"]
    panel.put(path, response.json["banner"], if_match=resaved.headers["ETag"], status=200)
    panel.put(path, banner(), if_match="*", status=200)
    # Visitors do not see the draft yet.
    app.get(path.replace("/v1/", "/v1/public/"), status=404)
    panel.post(f"{path}/publish", status=200)
    published = panel.get(path)
    assert (published.json["state"], published.json["version"]) == ("published", 1)
    assert published.json["banner"] == saved.json["banner"]
    public_banner = app.get(path.replace("/v1/", "/v1/public/")).json
    assert [category["id"] for category in public_banner["categories"]] == [
        "marketing",
        "analytics",
    ]
    assert public_banner["categories"][1]["services"] == [WIDGET]
    assert public_banner["policyUrl"] == "https://shop.example/privacy"
    # Published again without a draft it stays what it was, and is no default.
    panel.post(f"{path}/publish", status=200)
    assert panel.get(path).json["banner"] == saved.json["banner"]


def test_two_editors_cannot_overwrite_each_other(panel: Panel, path: str) -> None:
    default = panel.get(path).headers["ETag"]
    first = panel.put(path, banner(), if_match=default, status=200).headers["ETag"]
    # The other began with the default too, or names nothing.
    assert panel.put(path, banner(), if_match=default, status=412).json["code"] == (
        "precondition_failed"
    )
    assert panel.put(path, banner(), status=428).json["code"] == "precondition_required"
    panel.put(path, banner(), if_match=f"W/{default}", status=412)
    # A proxy that compresses a response makes its tag weak.
    weak = f'"x", W/{first}'
    second = panel.put(path, banner(), if_match=weak, status=200).headers["ETag"]
    assert second != first
    panel.put(path, banner(), if_match=first, status=412)
    # Published, and drafted again: the revision named before is still another one.
    outdated = bearer(panel.access_token) | {"If-Match": first}
    panel.app.post(f"{path}/publish", headers=outdated, status=412)
    panel.app.post(f"{path}/publish", headers=outdated | {"If-Match": second}, status=200)
    published = panel.get(path).headers["ETag"]
    panel.put(path, banner(), if_match=second, status=412)
    panel.put(path, banner(), if_match=published, status=200)
    panel.put(path, banner(), if_match="*", status=200)


def test_a_draft_can_be_discarded(panel: Panel, path: str) -> None:
    headers = bearer(panel.access_token)
    panel.app.delete(path, headers=headers, status=404)
    tag = panel.put(path, banner(), status=200).headers["ETag"]
    panel.app.delete(path, headers=headers | {"If-Match": '"x"'}, status=412)
    panel.app.delete(path, headers=headers | {"If-Match": tag}, status=204)
    assert panel.get(path).json["state"] == "default"


def test_the_score_names_what_an_owner_may_do(panel: Panel, path: str) -> None:
    domain = path.removesuffix("/banner")

    def score() -> float:
        (mine,) = [row for row in panel.get("/v1/domains").json["items"] if row["id"] in domain]
        result: float = mine["score"]
        return result

    before = score()
    lesser = {"reject": "lesser", "reopen": "none"}
    chosen = [{"id": "analytics", "preselected": True}]
    panel.put(path, banner(style=lesser, categories=chosen, policyUrl=None), status=200)
    drafted = score()
    assert drafted < before
    panel.post(f"{path}/publish", status=200)
    assert score() == drafted
    # After publication, a draft does not change the published banner.
    panel.put(path, banner(), status=200)
    assert score() == drafted
    panel.post(f"{path}/publish", status=200)
    assert score() > before


def test_another_workspaces_banner_is_not_there(
    panel: Panel, path: str, app: TestApp, application: Application
) -> None:
    stranger = make_panel(app, application.now())
    panel.put(path, banner(), status=200)
    panel.post(f"{path}/publish", status=200)
    for item in (path, f"{path}/versions", f"{path}/versions/1"):
        assert stranger.get(item, status=404).json["code"] == "not_found"
    stranger.put(path, banner(), status=404)
    stranger.post(f"{path}/publish", status=404)
    stranger.app.delete(path, headers=bearer(stranger.access_token), status=404)


def test_versions_are_listed_and_say_what_was_shown(panel: Panel, path: str, app: TestApp) -> None:
    panel.post(f"{path}/publish", status=200)
    services = [{"name": "Counter", "purpose": "Zählt.", "duration": "13 Monate"}]
    german = {"locale": "de", "services": services, "texts": dict.fromkeys(TEXTS, "Text")}
    german["categories"] = [
        {"id": category, "title": "T", "description": "D"} for category in CATEGORIES
    ]
    saved = panel.put(path, banner(locales=[{"locale": "en"}, german]), status=200).json
    panel.post(f"{path}/publish", {"material": True}, status=200)
    public_path = f"{path.replace('/v1/', '/v1/public/')}?locale=de"
    assert app.get(public_path).json["materialSince"] == 2
    panel.post(f"{path}/publish", {}, status=200)
    listed = panel.get(f"{path}/versions")
    assert [(item["version"], item["material"]) for item in listed.json] == [
        (3, False),
        (2, True),
        (1, False),
    ]
    assert listed.json[0]["publishedBy"] == {
        "id": panel.person.user_id,
        "email": panel.person.email,
    }
    first = panel.get(f"{path}/versions?limit=2")
    assert "Link" in first.headers
    assert [item["version"] for item in first.json] == [3, 2]
    assert panel.get(f"{path}/versions?limit=2&cursor=2").json == listed.json[2:]
    second = panel.get(f"{path}/versions/2").json
    assert second["banner"] == saved["banner"]
    public_banner = app.get(public_path).json
    assert public_banner["materialSince"] == 2
    assert public_banner["categories"][1]["services"][0]["purpose"] == "Zählt."
    # In the order that the default banner has them.
    first_tags = [locale["locale"] for locale in listed.json[2]["locales"]]
    assert first_tags[:5] == ["en", "en-GB", "en-US", "bg", "cs"]
    whole = panel.get(f"{path}/versions/1").json["banner"]
    assert [locale["locale"] for locale in whole["locales"]] == first_tags
    digests = {locale["locale"]: locale["digest"] for locale in listed.json[0]["locales"]}
    assert digests["de"] == public_banner["digest"]
    # Whether it is material is part of what is addressed.
    assert {locale["locale"]: locale["digest"] for locale in second["locales"]} != digests
    panel.get(f"{path}/versions/4", status=404)
    panel.get(f"{path}/versions/0", status=400)


def test_each_change_is_in_the_audit_log(panel: Panel, path: str, application: Application) -> None:
    panel.put(path, banner(), status=200)
    panel.app.delete(path, headers=bearer(panel.access_token), status=204)
    panel.post(f"{path}/publish", {"material": True}, status=200)
    with application.database.session(read_only=True) as session:
        events = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.workspace_id.is_not(None), AuditEvent.event.startswith("banner"))
            .where(AuditEvent.actor_id == user_id(panel))
            .order_by(AuditEvent.id)
        ).all()
    assert [event.event for event in events] == [
        "banner.draft_saved",
        "banner.draft_discarded",
        "banner.published",
    ]
    assert {"name": "material", "before": None, "after": "true"} in events[-1].detail


def user_id(panel: Panel) -> UUID:

    return UUID(panel.person.user_id)
