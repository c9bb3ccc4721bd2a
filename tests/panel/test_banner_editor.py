"""The banner editor: live preview by the real script, score, difference, concurrent editors."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support.factories import Site, make_site
from tests.support.live_server import LiveServer
from tests.support.members import give_role
from tests.support.panel_signing import sign_in


@pytest.fixture
def site(live: LiveServer) -> Site:
    return make_site(new_panel(live), region="EU")


def open_german_services(page: Page, live: LiveServer, site: Site) -> None:
    """Sign in to the editor of the site's banner, at its services in German."""
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    page.get_by_role("combobox", name="Language", exact=True).select_option("German")
    page.get_by_role("heading", name="Services").click()


def test_a_banner_is_edited_previewed_and_published(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("button", name="Accept all")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Score \d+ of 100"))).to_be_visible()
    look(page, "banner")
    policy = page.get_by_role("textbox", name="Address of your privacy policy")
    policy.fill("example.com")
    expect(policy).to_have_attribute("aria-invalid", "true")
    policy.fill("https://example.com/privacy")
    expect(page.get_by_text("1 difference to the published version")).to_be_visible()
    page.get_by_role("heading", name="Texts").click()
    page.get_by_role("textbox", name="Button: accept all").fill("Yes, all of it")
    expect(frame.get_by_role("button", name="Yes, all of it")).to_be_visible()
    page.get_by_role("combobox", name="Language", exact=True).select_option("German")
    expect(frame.get_by_role("button", name="Alle akzeptieren")).to_be_visible()
    page.get_by_role("button", name="Remove German").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(frame.get_by_role("button", name="Yes, all of it")).to_be_visible()
    # A new language has its words at once.
    page.get_by_role("combobox", name="Add a language").select_option("German")
    page.get_by_role("button", name="Add German").click()
    expect(frame.get_by_role("button", name="Alle akzeptieren")).to_be_visible()
    page.get_by_role("heading", name="Colours and layout").click()
    page.get_by_label("Text of buttons").first.fill("#1d4ed8")
    expect(page.get_by_text("too low: at least 4.5:1 is needed").first).to_be_visible()
    page.get_by_label("Text of buttons").first.fill("#ffffff")
    page.get_by_role("combobox", name="A visitor in").select_option("California")
    expect(page.get_by_text("Here everything runs until the visitor objects.")).to_be_visible()
    page.get_by_role("combobox", name="A visitor in").select_option("Germany")
    expect(page.get_by_text("Here nothing runs before the visitor agrees.")).to_be_visible()
    page.get_by_role("combobox", name="Screen").select_option("Phone")
    page.get_by_role("checkbox", name="Dark", exact=True).check()
    expect(frame.get_by_role("button", name="Alle akzeptieren")).to_be_visible()
    look(page, "banner-edited")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("rowheader", name="2 shown now")).to_be_visible()
    banner = page.request.get(f"{live.url}/v1/public/domains/{site.id}/banner?locale=en").json()
    assert banner["texts"]["accept"] == "Yes, all of it"
    assert banner["policyUrl"] == "https://example.com/privacy"
    policy.fill("https://example.com/unsaved")
    for answer in ("dismiss", "accept"):
        expect(policy).to_have_value("https://example.com/unsaved")
        page.get_by_role("button", name="Go back to version 1").click()
        with page.expect_event("dialog") as asked:
            page.once("dialog", lambda dialog, answer=answer: getattr(dialog, answer)())
            page.get_by_role("dialog").get_by_role("button", name="Use as draft").click()
        assert "not saved" in asked.value.message
    expect(policy).to_have_value("")


def test_the_second_of_two_editors_is_warned_and_loses_nothing(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("Mine Ltd")
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    first = site.panel.put(path, {**banner, "controller": "Theirs Ltd"}, status=200)
    page.get_by_role("button", name="Save draft").click()
    dialog = page.get_by_role("dialog", name="Someone else saved in the meantime")
    expect(dialog.get_by_role("row").filter(has_text="Who is responsible")).to_contain_text(
        "Theirs Ltd"
    )
    look(page, "banner-conflict")
    # They save again before it is decided.
    site.panel.put(
        path, {**banner, "controller": "Theirs plc"}, if_match=first.headers["ETag"], status=200
    )
    dialog.get_by_role("button", name="Keep mine").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Try again")
    expect(dialog.get_by_role("row").filter(has_text="Theirs plc")).to_contain_text("Mine Ltd")
    assert site.panel.get(path).json["banner"]["controller"] == "Theirs plc"
    dialog.get_by_role("button", name="Keep mine").click()
    expect(dialog).to_be_hidden()
    expect(responsible).to_have_value("Mine Ltd")
    assert site.panel.get(path).json["banner"]["controller"] == "Mine Ltd"


def test_a_draft_is_discarded(page: Page, live: LiveServer, site: Site) -> None:
    origin, path = origin_of(live, site.panel.organization["slug"]), f"/v1/domains/{site.id}/banner"
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    discard = page.get_by_role("button", name="Discard the draft")
    policy = page.get_by_role("textbox", name="Address of your privacy policy")
    policy.fill("https://example.com/privacy")
    expect(discard).to_have_count(0)
    page.get_by_role("button", name="Save draft").click()
    discard.click()
    dialog = page.get_by_role("dialog", name="Discard the draft?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(policy).to_have_value("https://example.com/privacy")
    assert site.panel.get(path).json["state"] == "draft"
    policy.fill("https://example.com/other")
    discard.click()
    # Somebody else has saved since: theirs stays.
    theirs = site.panel.get(path)
    changed = theirs.json["banner"] | {"policyUrl": "https://example.com/theirs"}
    site.panel.put(path, changed, if_match=theirs.headers["ETag"], status=200)
    dialog.get_by_role("button", name="Discard", exact=True).click()
    conflict = page.get_by_role("dialog", name="Someone else saved in the meantime")
    expect(conflict.get_by_role("row").filter(has_text="/theirs")).to_contain_text("/other")
    assert site.panel.get(path).json["banner"]["policyUrl"] == "https://example.com/theirs"
    conflict.get_by_role("button", name="Continue editing").click()
    expect(policy).to_have_value("https://example.com/other")
    discard.click()
    dialog.get_by_role("button", name="Discard", exact=True).click()
    conflict.get_by_role("button", name="Use theirs").click()
    expect(policy).to_have_value("https://example.com/theirs")
    expect(page.get_by_role("heading", name="Banner", exact=True)).to_be_focused()
    discard.click()
    dialog.get_by_role("button", name="Discard", exact=True).click()
    expect(policy).to_have_value("")
    expect(discard).to_have_count(0)
    expect(page.get_by_text("Nothing differs from the published version.")).to_be_visible()
    assert site.panel.get(path).json["state"] == "published"


def test_services_templates_and_a_preview_from_right_to_left(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    other_site = make_site(site.panel, key=site.key)
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    frame = page.frame_locator("iframe")
    page.get_by_role("heading", name="Services").click()
    page.get_by_role("button", name="Add a service to Analytics").click()
    page.get_by_role("textbox", name="Name of the service").fill("Counter")
    page.get_by_role("textbox", name="Provider").fill("Count Ltd")
    page.get_by_role("textbox", name="Purpose").fill("Counts visits")
    page.get_by_role("textbox", name="Kept for").fill("2 years")
    page.get_by_role("textbox", name="Cookies and storage it uses").fill("_count*, counted")
    page.get_by_role("combobox", name="Add a language").select_option("Arabic")
    page.get_by_role("button", name="Add Arabic").click()
    expect(frame.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_text("Not translated yet")).to_be_visible()
    page.get_by_role("textbox", name="Purpose").fill("يحسب الزيارات")
    expect(page.get_by_text("Not translated yet")).to_have_count(0)
    look(page, "banner-services")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()
    banner = site.panel.get(f"/v1/domains/{site.id}/banner").json["banner"]
    service = banner["categories"][0]["services"][0]
    assert (service["purpose"], service["patterns"]) == ("Counts visits", ["_count*", "counted"])
    arabic = next(locale for locale in banner["locales"] if locale["locale"] == "ar")
    assert arabic["services"] == [
        {"name": "Counter", "purpose": "يحسب الزيارات", "duration": "2 years"}
    ]

    page.get_by_role("textbox", name="Name of the new template").fill("Shops")
    page.get_by_role("button", name="Save this banner as a template").click()
    page.get_by_role("button", name="Apply Shops").click()
    dialog = page.get_by_role("dialog", name="Apply the template")
    dialog.get_by_role("checkbox", name=other_site.hostname).check()
    dialog.get_by_role("checkbox", name="Publish it immediately").check()
    look(page, "apply-template")
    dialog.get_by_role("button", name="Apply to 1 domain").click()
    expect(page.get_by_text("1 domain has the template now.").first).to_be_attached()
    published = page.request.get(
        f"{live.url}/v1/public/domains/{other_site.id}/banner?locale=ar"
    ).json()
    assert (published["version"], published["direction"]) == (2, "rtl")
    page.get_by_role("button", name="Delete Shops").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the template").click()
    expect(page.get_by_text("No templates yet.")).to_be_visible()

    preview = page.get_by_role("code").filter(has_text="/banner/preview").inner_text()
    page.goto(preview)
    expect(page.get_by_role("heading", name="Preview of the banner")).to_be_visible()
    expect(frame.get_by_role("button", name="Accept all")).to_be_visible()
    page.get_by_role("combobox", name="Language", exact=True).select_option("Arabic")
    expect(frame.locator("html")).to_have_attribute("dir", "rtl")
    look(page, "banner-preview")


def test_a_template_gets_the_editors_banner(page: Page, live: LiveServer, site: Site) -> None:
    banner = site.panel.get(f"/v1/domains/{site.id}/banner").json["banner"]
    body = {"name": "Shops", "banner": banner}
    template = site.panel.post("/v1/banner-templates", body, status=201).json["id"]
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    address = "https://example.com/privacy"
    page.get_by_role("textbox", name="Address of your privacy policy").fill(address)
    page.get_by_role("button", name="Update Shops").click()
    dialog = page.get_by_role("dialog", name="Update Shops?")
    dialog.get_by_role("button", name="Update the template").click()
    expect(dialog).to_be_hidden()
    stored = site.panel.get(f"/v1/banner-templates/{template}").json
    assert (stored["name"], stored["banner"]["policyUrl"]) == ("Shops", address)
    assert len(site.panel.get("/v1/banner-templates").json) == 1


def test_a_template_that_was_renamed_in_the_meantime_keeps_its_name(
    page: Page, live: LiveServer, site: Site
) -> None:
    banner = site.panel.get(f"/v1/domains/{site.id}/banner").json["banner"]
    body = {"name": "Shops", "banner": banner}
    path = f"/v1/banner-templates/{site.panel.post('/v1/banner-templates', body).json['id']}"
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    page.get_by_role("button", name="Update Shops").click()
    site.panel.put(path, {**body, "name": "Stores"}, if_match=site.panel.get(path).headers["ETag"])
    page.get_by_role("dialog").get_by_role("button", name="Update the template").click()
    expect(page.get_by_role("rowheader", name="Stores")).to_be_visible()
    assert site.panel.get(path).json["name"] == "Stores"


def test_translation_errors_appear_at_their_field(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    service = {"name": "Counter", "purpose": "Counts visits", "duration": "2 years"}
    complete_service = {
        **service,
        "provider": "Count Ltd",
        "thirdParty": True,
        "patterns": ["_count*"],
    }
    banner["categories"][0]["services"] = [complete_service]
    german = next(locale for locale in banner["locales"] if locale["locale"] == "de")
    german["services"] = [{**service, "purpose": "Zählt Besuche", "duration": "2 Jahre"}]
    site.panel.put(path, banner, status=200)
    open_german_services(page, live, site)
    page.get_by_role("group", name="Analytics").get_by_text("Counter").click()
    purpose = page.get_by_role("textbox", name="Purpose")
    purpose.fill("")
    expect(purpose).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text(re.compile("^Purpose is required"))).to_be_visible()
    look(page, "banner-service-error")
    # In another language, the error still leads to the field.
    page.get_by_role("combobox", name="Language", exact=True).select_option("English")
    expect(purpose).to_have_value("Counts visits")
    page.get_by_role("button", name="Save draft").press("Enter")
    elsewhere = page.get_by_role("button", name="Show what is wrong in German")
    expect(elsewhere).to_be_focused()
    page.keyboard.press("Enter")
    expect(purpose).to_be_focused()
    expect(purpose).to_have_value("")
    expect(purpose).to_have_attribute("aria-invalid", "true")
    purpose.fill("Zählt")
    expect(purpose).not_to_have_attribute("aria-invalid", "true")


def test_services_keep_their_own_words_while_others_are_named_and_removed(
    page: Page, live: LiveServer, site: Site
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    words = {"purpose": "Counts visits", "duration": "2 years"}
    details = {"provider": "Count Ltd", "thirdParty": True}
    banner["categories"][0]["services"] = [
        {**words, **details, "name": name, "patterns": [f"_{name}*"]} for name in ("GA", "Piwik")
    ]
    german = next(locale for locale in banner["locales"] if locale["locale"] == "de")
    german["services"] = [{"name": "GA", "purpose": "Zählt Besuche", "duration": "2 Jahre"}]
    site.panel.put(path, banner, status=200)
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    language = page.get_by_role("combobox", name="Language", exact=True)
    language.select_option("German")
    page.get_by_role("heading", name="Services").click()
    analytics = page.get_by_role("group", name="Analytics")
    analytics.get_by_text("Piwik").click()
    name = page.get_by_role("textbox", name="Name of the service")
    name.fill("")
    # On its way it is the name of the other service.
    name.press_sequentially("GA")
    fault = "Name of the service must not be the name of another service."
    expect(analytics.get_by_text(fault)).to_be_visible()
    expect(page.get_by_role("textbox", name="Purpose")).to_have_value("Counts visits")
    name.press_sequentially("4")
    expect(analytics.get_by_text(fault)).to_have_count(0)
    expect(page.get_by_role("textbox", name="Purpose")).to_have_value("Counts visits")
    patterns = page.get_by_role("textbox", name="Cookies and storage it uses")
    patterns.fill("_ga4*, a*b*c*d*e*f")
    expect(patterns).to_have_attribute("aria-invalid", "true")
    expect(analytics.get_by_text("“a*b*c*d*e*f” is not possible")).to_be_visible()
    patterns.fill("_ga4*")
    expect(patterns).not_to_have_attribute("aria-invalid", "true")
    analytics.get_by_text("GA", exact=True).click()
    expect(page.get_by_role("textbox", name="Purpose").first).to_have_value("Zählt Besuche")
    page.get_by_role("button", name="Remove GA", exact=True).click()
    add = page.get_by_role("button", name="Add a service to Analytics")
    expect(add).to_be_focused()
    expect(patterns).to_have_value("_ga4*")
    # What is written in the language in which a service was added is not missing in the first.
    add.press("Enter")
    expect(name.last).to_be_focused()
    name.last.fill("Neu")
    page.get_by_role("textbox", name="Provider").last.fill("Neu GmbH")
    page.get_by_role("textbox", name="Purpose").last.fill("Zählt auch")
    page.get_by_role("textbox", name="Kept for").last.fill("1 Jahr")
    expect(analytics.get_by_text("Not translated yet")).to_have_count(1)
    language.select_option("English")
    expect(analytics.get_by_text("visitors see what you wrote in German")).to_be_visible()
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()
    saved = site.panel.get(path).json["banner"]
    services = saved["categories"][0]["services"]
    assert [(service["name"], service["purpose"]) for service in services] == [
        ("GA4", "Counts visits"),
        ("Neu", "Zählt auch"),
    ]


def test_services_that_exchange_their_names_keep_their_own_words(
    page: Page, live: LiveServer, site: Site
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    german = next(locale for locale in banner["locales"] if locale["locale"] == "de")
    details = {"purpose": "Counts", "duration": "1 year", "provider": "Ltd", "thirdParty": True}
    names = ("GA", "Piwik")
    banner["categories"][0]["services"] = [
        {**details, "name": name, "patterns": [f"_{name}*"]} for name in names
    ]
    german["services"] = [
        {"name": name, "purpose": f"Zählt mit {name}", "duration": "1 Jahr"} for name in names
    ]
    site.panel.put(path, banner, status=200)
    open_german_services(page, live, site)
    analytics = page.get_by_role("group", name="Analytics")
    for name in names:
        analytics.get_by_text(name, exact=True).click()
    fields = page.get_by_role("textbox", name="Name of the service")
    fields.last.fill("GA")
    fields.first.fill("Piwik")
    purposes = page.get_by_role("textbox", name="Purpose")
    expect(purposes.first).to_have_value("Zählt mit GA")
    expect(purposes.last).to_have_value("Zählt mit Piwik")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()
    saved = site.panel.get(path).json["banner"]["locales"]
    words = next(locale for locale in saved if locale["locale"] == "de")["services"]
    assert {word["name"]: word["purpose"] for word in words} == {
        "GA": "Zählt mit Piwik",
        "Piwik": "Zählt mit GA",
    }


def test_a_category_leaves_with_the_words_of_its_services(
    page: Page, live: LiveServer, site: Site
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    words = {"name": "GA", "purpose": "Counts visits", "duration": "2 years"}
    banner["categories"][0]["services"] = [{**words, "provider": "Count Ltd", "thirdParty": True}]
    german = next(locale for locale in banner["locales"] if locale["locale"] == "de")
    german["services"] = [{**words, "purpose": "Zählt Besuche"}]
    site.panel.put(path, banner, status=200)
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    group = page.get_by_role("group", name="What visitors are asked about")
    group.get_by_role("checkbox", name="Analytics").uncheck()
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("The draft is saved.", exact=True).first).to_be_attached()
    assert "GA" not in str(site.panel.get(path).json["banner"])
    for category in ("Marketing", "Preferences"):
        group.get_by_role("checkbox", name=category).uncheck()
    least = "Choose at least one category."
    expect(page.get_by_text(least)).to_be_visible()
    expect(page.get_by_role("checkbox", name="Analytics")).to_have_accessible_description(least)


def test_publishing_leaves_the_editor_as_it_is(page: Page, live: LiveServer, site: Site) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    language = page.get_by_role("combobox", name="Language", exact=True)
    language.select_option("German")
    page.get_by_role("heading", name="Texts").click()
    accept = page.get_by_role("textbox", name="Button: accept all")
    again = page.get_by_role("checkbox", name="Ask visitors who decided")
    publish = page.get_by_role("button", name="Publish", exact=True)
    # It stands out once there is something to publish.
    expect(page.get_by_text("Nothing differs from the published version.")).to_be_visible()
    expect(publish).not_to_have_class("primary")
    accept.fill("Ja, alle")
    expect(publish).to_have_class("primary")
    expect(again).to_have_accessible_description(re.compile("^(Not necessary|Recommended): "))
    again.check()
    publish.press("Enter")
    expect(page.get_by_role("rowheader", name="2 shown now asked again")).to_be_visible()
    expect(publish).to_be_focused()
    expect(language).to_have_value("de")
    expect(accept).to_have_value("Ja, alle")
    expect(again).not_to_be_checked()
    # The next one is saved over what was just published.
    accept.fill("Ja, alle bitte")
    publish.press("Enter")
    expect(page.get_by_role("rowheader", name="3 shown now", exact=True)).to_be_visible()


@pytest.mark.parametrize("is_published", [False, True])
def test_what_another_saved_just_after_publishing_is_not_overwritten(
    page: Page, live: LiveServer, site: Site, is_published: bool
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("Mine Ltd")

    def save_another(route: Route) -> None:
        banner = site.panel.get(path).json["banner"]
        if route.request.method == "GET" and banner["controller"] == "Mine Ltd":
            site.panel.put(path, {**banner, "controller": "Theirs Ltd"}, status=200)
            if is_published:
                site.panel.post(f"{path}/publish", {"material": False}, status=200)
        route.continue_()

    page.route(f"**{path}", save_another)
    page.get_by_role("button", name="Publish", exact=True).click()
    if is_published:
        expect(page.get_by_role("rowheader", name="3 shown now")).to_be_visible()
    else:
        expect(page.get_by_text(re.compile("^A draft of "))).to_be_visible()
    responsible.fill("Mine again Ltd")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("dialog", name="Someone else saved in the meantime")).to_be_visible()
    assert site.panel.get(path).json["banner"]["controller"] == "Theirs Ltd"


def test_a_viewer_sees_the_preview_and_changes_nothing(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    banner["locales"][0]["texts"]["accept"] = "Yes, all of it"
    site.panel.put(path, banner, status=200)
    give_role(live.application, site.panel, "viewer")
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner/preview")
    expect(page.get_by_role("heading", name="Preview of the banner")).to_be_visible()
    expect(page.get_by_text(re.compile("^A draft of "))).to_be_visible()
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("button", name="Yes, all of it")).to_be_visible()
    page.get_by_role("combobox", name="Language", exact=True).select_option("German")
    expect(frame.get_by_role("button", name="Alle akzeptieren")).to_be_visible()
    look(page, "banner-preview-viewer")
    page.get_by_role("link", name=site.hostname).click()
    expect(page.get_by_role("heading", name="Banner", exact=True)).to_be_visible()
    policy = page.get_by_role("textbox", name="Address of your privacy policy")
    expect(policy).to_be_disabled()
    # It does not look like a field to write in.
    assert policy.evaluate("field => getComputedStyle(field).backgroundColor") == "rgba(0, 0, 0, 0)"
    expect(page.get_by_role("button", name="Publish", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Save draft")).to_have_count(0)
    # The texts of every language can be read.
    page.get_by_role("combobox", name="Language", exact=True).select_option("German")
    page.get_by_role("heading", name="Texts").click()
    accept = page.get_by_role("textbox", name="Button: accept all")
    expect(accept).to_have_value("Alle akzeptieren")
    expect(accept).to_be_disabled()
    expect(page.get_by_role("button", name="Remove German")).to_have_count(0)
    expect(page.get_by_role("combobox", name="Add a language")).to_have_count(0)
    page.get_by_role("link", name=site.hostname).click()
    finding = page.get_by_role("listitem").filter(has_text="The domain is not verified")
    expect(finding).to_be_visible()
    expect(finding.get_by_role("link")).to_have_count(0)
    expect(page.get_by_role("link", name="Edit the banner")).to_have_count(0)
    page.get_by_role("link", name="See the banner").click()
    expect(policy).to_be_disabled()


def test_a_language_is_added_by_its_button_alone(page: Page, live: LiveServer, site: Site) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    shown = page.get_by_role("combobox", name="Language", exact=True)
    offered = page.get_by_role("combobox", name="Add a language")
    offered.focus()
    count = shown.get_by_role("option").count()
    # Each press chooses the next language of a closed list.
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    chosen = offered.locator("option:checked").inner_text()
    expect(shown.get_by_role("option")).to_have_count(count)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"Add {chosen}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(shown.get_by_role("option")).to_have_count(count + 1)
    expect(shown.locator("option:checked")).to_have_text(chosen)
    expect(offered).to_be_focused()
