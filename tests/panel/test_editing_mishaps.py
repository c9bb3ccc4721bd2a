"""Editing a banner when something goes wrong: a press too many, and requests that fail."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.factories import Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


@pytest.fixture
def site(live: LiveServer) -> Site:
    return make_site(new_panel(live), region="EU")


def open_editor(page: Page, live: LiveServer, site: Site) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    expect(page.frame_locator("iframe").get_by_role("button", name="Accept all")).to_be_visible()


def draft_of(site: Site) -> dict[str, Any]:
    banner: dict[str, Any] = site.panel.get(f"/v1/domains/{site.id}/banner").json["banner"]
    return banner


def test_a_language_is_removed_once_and_only_if_confirmed(
    page: Page, live: LiveServer, site: Site
) -> None:
    open_editor(page, live, site)
    languages = page.get_by_role("combobox", name="Language", exact=True).get_by_role("option")
    expect(languages.filter(has_text="Danish")).to_have_count(1)
    count = languages.count()
    page.get_by_role("combobox", name="Language", exact=True).select_option("German")
    page.get_by_role("button", name="Remove German").dblclick()
    dialog = page.get_by_role("dialog", name="Remove German?")
    expect(dialog).to_be_visible()
    expect(languages).to_have_count(count)
    dialog.get_by_role("button", name="Remove", exact=True).press("Enter")
    expect(dialog).to_be_hidden()
    expect(languages).to_have_count(count - 1)
    expect(page.get_by_role("button", name="Remove English")).to_be_focused()


def test_a_category_comes_back_as_it_was(page: Page, live: LiveServer, site: Site) -> None:
    banner = draft_of(site)
    words = {"name": "GA", "purpose": "Counts visits", "duration": "2 years"}
    banner["categories"][0]["services"] = [{**words, "provider": "Count Ltd", "thirdParty": True}]
    german = next(entry for entry in banner["locales"] if entry["locale"] == "de")
    german["services"] = [{**words, "purpose": "Zählt Besuche"}]
    german["categories"][0]["title"] = "Zählen"
    site.panel.put(f"/v1/domains/{site.id}/banner", banner, status=200)
    before = draft_of(site)
    open_editor(page, live, site)
    group = page.get_by_role("group", name="What visitors are asked about")
    for name in ("Analytics", "Marketing"):
        group.get_by_role("checkbox", name=name).uncheck()
    for name in ("Analytics", "Marketing"):
        group.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()
    assert draft_of(site) == before


def test_the_error_of_a_failed_save_goes_with_the_next(
    page: Page, live: LiveServer, site: Site
) -> None:
    open_editor(page, live, site)
    # A preview that comes later takes an error away.
    with page.expect_response("**/banner/preview"):
        page.get_by_role("textbox", name="Who is responsible for the site").fill("Mine Ltd")

    def fail(route: Route) -> None:
        if route.request.method == "PUT":
            route.fulfill(status=503)
        else:
            route.continue_()

    page.route("**/banner", fail)
    page.get_by_role("button", name="Save draft").click()
    # Said once, beside the button.
    expect(page.get_by_role("alert").filter(has_text="temporarily unavailable")).to_have_count(1)
    page.unroute("**/banner")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_error_of_the_server_has_a_number_for_its_operator(
    page: Page, live: LiveServer, site: Site
) -> None:
    open_editor(page, live, site)
    problem = {
        "type": "about:blank",
        "title": "Internal error",
        "status": 500,
        "detail": "An unexpected error occurred on the server.",
        "code": "internal_error",
        "instance": "urn:request-id:0123456789ab",
    }
    page.route("**/banner/publish", lambda route: route.fulfill(status=500, json=problem))
    page.get_by_role("button", name="Publish", exact=True).click()
    failed = page.get_by_role("alert").filter(has_text="tell its operator")
    expect(failed).to_contain_text("0123456789ab")


def test_a_save_whose_answer_was_lost_is_nobody_elses(
    page: Page, live: LiveServer, site: Site
) -> None:
    open_editor(page, live, site)
    page.get_by_role("textbox", name="Who is responsible for the site").fill("Mine Ltd")

    def lose(route: Route) -> None:
        if route.request.method == "PUT":
            banner = route.request.post_data_json
            site.panel.put(f"/v1/domains/{site.id}/banner", banner, status=200)
            route.abort()
        else:
            route.continue_()

    page.route("**/banner", lose)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Check your connection")).to_be_visible()
    page.unroute("**/banner")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("rowheader", name="2 shown now")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_preview_that_failed_is_loaded_again(page: Page, live: LiveServer, site: Site) -> None:
    open_editor(page, live, site)
    page.route("**/banner/preview*", lambda route: route.abort())
    page.get_by_role("textbox", name="Who is responsible for the site").fill("Mine Ltd")
    alert = page.get_by_role("alert").filter(has_text="could not be reached")
    expect(alert).to_be_visible()
    page.unroute("**/banner/preview*")
    alert.get_by_role("button", name="Try again").click()
    expect(alert).to_have_count(0)


def test_a_template_replaces_unsaved_changes_only_if_confirmed(
    page: Page, live: LiveServer, site: Site
) -> None:
    template = {"name": "Shops", "banner": draft_of(site)}
    site.panel.post("/v1/banner-templates", template, status=201)
    other = make_site(site.panel)
    open_editor(page, live, site)
    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("Mine Ltd")
    page.get_by_role("button", name="Apply Shops").click()
    applying = page.get_by_role("dialog", name="Apply the template")
    # What follows is the choice of domains, which loads, and not to publish it.
    expect(applying.get_by_role("heading", name="Apply the template")).to_be_focused()
    expect(applying.get_by_role("checkbox", name=site.hostname)).to_be_visible()
    page.keyboard.press("Tab")
    expect(applying.get_by_role("checkbox").first).to_be_focused()
    # Another domain's banner is not in the editor.
    applying.get_by_role("checkbox", name=other.hostname).check()
    applying.get_by_role("button", name="Apply to 1 domain").click()
    expect(applying).to_be_hidden()
    expect(responsible).to_have_value("Mine Ltd")
    page.get_by_role("button", name="Apply Shops").click()
    applying.get_by_role("checkbox", name=site.hostname).check()
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        applying.get_by_role("button", name="Apply to 1 domain").click()
    assert "not saved" in asked.value.message
    expect(responsible).to_have_value("Mine Ltd")
    assert site.panel.get(f"/v1/domains/{site.id}/banner").json["state"] == "published"
    page.once("dialog", lambda dialog: dialog.accept())
    applying.get_by_role("button", name="Apply to 1 domain").click()
    expect(applying).to_be_hidden()
    expect(responsible).not_to_have_value("Mine Ltd")
    assert site.panel.get(f"/v1/domains/{site.id}/banner").json["state"] == "draft"


def test_the_first_banner_is_published_after_a_failure_in_the_middle(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    domain = panel.post("/v1/domains", {"hostname": f"{unique('x')}.com"}, status=201).json["id"]
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    page.get_by_role("textbox", name="Who is responsible for the site").fill("Mine Ltd")
    page.route("**/banner/publish", lambda route: route.fulfill(status=503))
    publish = page.get_by_role("button", name="Publish the banner")
    publish.click()
    expect(page.get_by_role("alert").filter(has_text="temporarily unavailable")).to_be_visible()
    page.unroute("**/banner/publish")
    publish.click()
    expect(page.get_by_role("heading", name="Your banner done")).to_be_visible()
    assert panel.get(f"/v1/domains/{domain}/banner").json["banner"]["controller"] == "Mine Ltd"


@pytest.mark.parametrize("template", ["The standard wording", "Shops"])
def test_the_first_banner_is_published_although_somebody_else_has_saved_it(
    page: Page, live: LiveServer, template: str
) -> None:
    panel = new_panel(live)
    domain = panel.post("/v1/domains", {"hostname": f"{unique('x')}.com"}, status=201).json["id"]
    path = f"/v1/domains/{domain}/banner"
    banner = panel.get(path).json["banner"]
    panel.post("/v1/banner-templates", {"name": "Shops", "banner": banner}, status=201)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    page.get_by_role("combobox", name="Template").select_option(template)
    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("Mine Ltd")
    panel.put(path, {**banner, "policyUrl": "https://example.com/theirs"}, status=200)
    publish = page.get_by_role("button", name="Publish the banner")
    publish.click()
    alert = page.get_by_role("alert").filter(has_text="Someone else has changed this")
    expect(alert).to_be_visible()
    expect(responsible).to_have_value("Mine Ltd")
    # The page does not show the other banner.
    expect(alert).not_to_contain_text("compare")
    publish.click()
    expect(page.get_by_role("heading", name="Your banner done")).to_be_visible()
    published = panel.get(path).json["banner"]
    assert published["controller"] == "Mine Ltd"
    assert published["policyUrl"] == "https://example.com/theirs"


def test_a_template_that_is_refused_says_that_the_editor_marks_why(
    page: Page, live: LiveServer, site: Site
) -> None:
    site.panel.post("/v1/banner-templates", {"name": "Shops", "banner": draft_of(site)}, status=201)
    open_editor(page, live, site)
    policy = page.get_by_role("textbox", name="Address of your privacy policy")
    policy.fill("example.com")
    expect(policy).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Update Shops").click()
    dialog = page.get_by_role("dialog", name="Update Shops?")
    dialog.get_by_role("button", name="Update the template").click()
    marked = "The editor has marked what is wrong with this banner."
    expect(dialog.get_by_role("alert")).to_have_text(marked)
    page.keyboard.press("Escape")
    form = page.get_by_role("form", name="New template")
    form.get_by_role("textbox").fill("Stores")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text(marked)
    # Which field it is says the editor.
    expect(form.get_by_role("alert").get_by_role("listitem")).to_have_count(0)


def test_a_domain_whose_draft_a_template_would_replace_is_marked(
    page: Page, live: LiveServer, site: Site
) -> None:
    banner = draft_of(site)
    site.panel.post("/v1/banner-templates", {"name": "Shops", "banner": banner}, status=201)
    others = [make_site(site.panel, key=site.key) for _ in range(2)]
    site.panel.put(f"/v1/domains/{others[1].id}/banner", banner, status=200)
    open_editor(page, live, site)
    page.get_by_role("button", name="Apply Shops").click()
    dialog = page.get_by_role("dialog", name="Apply the template")
    free, held = (dialog.get_by_role("checkbox", name=other.hostname) for other in others)
    for box in (free, held):
        box.check()
    dialog.get_by_role("button", name="Apply to 2 domains").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Some of these domains have drafts.")
    expect(dialog.get_by_role("alert").get_by_role("listitem")).to_have_count(0)
    expect(held).to_have_accessible_description(f"{others[1].hostname} has a draft.")
    expect(free).to_have_accessible_description("")
    expect(held).to_be_focused()
    # Without the first, the other is still the one that was refused.
    free.uncheck()
    expect(held).to_have_accessible_description(f"{others[1].hostname} has a draft.")


def test_a_category_lacks_its_texts_only_where_the_owner_writes_them(
    page: Page, live: LiveServer, site: Site
) -> None:
    banner = draft_of(site)
    english = next(entry for entry in banner["locales"] if entry["locale"] == "en")
    arabic = {**english, "locale": "ar", "direction": "rtl"}
    locales = [
        {**entry, "categories": [part for part in entry["categories"] if part["id"] != "marketing"]}
        for entry in (english, arabic)
    ]
    categories = [part for part in banner["categories"] if part["id"] != "marketing"]
    banner |= {"locales": locales, "categories": categories}
    site.panel.put(f"/v1/domains/{site.id}/banner", banner, status=200)
    open_editor(page, live, site)
    page.get_by_role("checkbox", name="Marketing").check()
    page.get_by_role("button", name="Show what is wrong in Arabic").click()
    group = page.get_by_role("group", name="Marketing")
    title = group.get_by_role("textbox", name="Title")
    expect(title).to_have_attribute("aria-invalid", "true")
    title.fill("تسويق")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("combobox", name="Language", exact=True).select_option("English")
    expect(title).to_have_value("Marketing")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()


def test_a_held_enter_key_sends_once(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    sent: list[str] = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/members")
    page.get_by_role("textbox", name="Email address").fill(f"{unique('x')}@example.com")
    # Their own address is not verified.
    refusal = page.get_by_role("alert").filter(has_text="Verify your own email address")
    for _ in range(20):
        page.keyboard.down("Enter")
        expect(refusal).to_be_visible()
    page.keyboard.up("Enter")
    assert len(sent) == 1
    with page.expect_request("**/v1/invitations"):
        page.keyboard.press("Enter")


def test_a_held_enter_key_types_lines(page: Page, live: LiveServer, site: Site) -> None:
    open_editor(page, live, site)
    page.get_by_role("heading", name="Texts").click()
    text = page.get_by_role("textbox", name="Description", exact=True).first
    text.fill("")
    for _ in range(3):
        page.keyboard.down("Enter")
    expect(text).to_have_value("\n\n\n")
