"""From registration to the first receipt, without a shell."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support import shop as shops
from tests.support.factories import make_site, unique
from tests.support.live_server import LiveServer
from tests.support.members import join
from tests.support.panel_signing import fill_code, fill_password, sign_in


@pytest.fixture(scope="module")
def shop() -> Iterator[shops.Shop]:
    """The web server of the new owner's site."""
    shop = shops.Shop()
    yield shop
    shop.close()


def test_a_new_owner_gets_to_the_first_decision(
    page: Page, context: BrowserContext, live: LiveServer, shop: shops.Shop, look: Look
) -> None:
    email, hostname = f"{unique('ada')}@example.com", f"{unique('shop')}.com"
    page.goto(f"{live.url}/register")
    page.get_by_role("textbox", name="Organization").fill("Difference Engines")
    fill_password(page, email)
    expect(page.get_by_role("heading", name="Set up your authenticator")).to_be_visible()
    fill_code(page, page.locator("code").inner_text(), button="Turn on")
    page.get_by_role("checkbox", name="I have saved these codes").check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Create workspace").click()
    page.get_by_role("link", name="Start with the first steps").click()

    expect(page.get_by_role("heading", name="Your site now")).to_be_visible()
    look(page, "first-steps")
    page.get_by_role("textbox", name="Address of the site").fill(hostname)
    page.get_by_role("combobox", name=re.compile("^Where are")).select_option(
        "European Union and EEA"
    )
    page.get_by_role("button", name="Continue").click()

    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("Difference Engines Ltd")
    page.get_by_role("textbox", name="Address of your privacy policy").fill("not an address")
    page.get_by_role("button", name="Publish the banner").click()
    policy = page.get_by_role("textbox", name="Address of your privacy policy")
    expect(policy).to_have_attribute("aria-invalid", "true")
    expect(responsible).to_have_value("Difference Engines Ltd")
    policy.fill("https://example.com/privacy")
    look(page, "first-steps-banner")
    page.get_by_role("button", name="Publish the banner").click()

    tag = page.get_by_role("region", name="Install tag").inner_text()
    assert "data-domain=" in tag
    example = page.get_by_role("region", name="Example of a marked script")
    expect(example).to_contain_text('type="text/plain" data-consent="analytics"')
    look(page, "first-steps-tag")
    # It can be left and taken up again.
    page.get_by_role("link", name="Receipts", exact=True).click()
    expect(page.get_by_text("No decisions yet")).to_be_visible()
    page.get_by_role("link", name="See the first steps").click()
    expect(page.get_by_role("heading", name="The tag on your site now")).to_be_visible()

    visitor = context.new_page()
    visitor.goto(shop.put(hostname, "/", shops.Page(head=tag)))
    expect(visitor.get_by_role("button", name="Accept all")).to_be_visible()
    expect(page.get_by_role("heading", name="The first decision now")).to_be_visible()
    stuck = page.get_by_role("link", name="If the banner does not appear, or asks again")
    with context.expect_page() as opened:
        stuck.click()
    expect(opened.value.get_by_role("heading", name="The banner", exact=True)).to_be_visible()
    opened.value.close()
    visitor.get_by_role("button", name="Accept all").click()
    expect(page.get_by_role("heading", name="The first decision done")).to_be_visible()
    visitor.close()
    look(page, "first-steps-done")
    page.get_by_role("link", name="See the receipt").click()
    expect(page.get_by_text("Accepted all")).to_be_visible()


def test_a_viewer_sees_who_takes_the_steps(page: Page, live: LiveServer, look: Look) -> None:
    viewer = join(live.harness, new_panel(live))
    sign_in(page, origin_of(live, viewer.organization["slug"]), viewer, "/start")
    expect(
        page.get_by_text("An owner or an admin of the workspace takes this step.")
    ).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_count(0)
    look(page, "first-steps-viewer")


def test_the_first_decision_is_called_the_first_while_it_is_the_only_one(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    site.decide()
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    expect(page.locator("main").get_by_text("Here is your first decision.")).to_be_visible()
    site.decide(action="reject_all", analytics=False, marketing=False, preferences=False)
    page.reload()
    expect(page.locator("main").get_by_text("Here is your latest decision.")).to_be_visible()
    expect(page.locator("main").get_by_text("Rejected all")).to_be_visible()
    expect(page.get_by_text("Here is your first decision.")).to_have_count(0)


def test_the_steps_stay_those_of_the_domain_that_the_page_shows(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    first = panel.post("/v1/domains", {"hostname": f"{unique('first')}.com"}, status=201).json
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    page.get_by_role("textbox", name="Who is responsible for the site").fill("First Ltd")
    # A colleague adds a domain and saves the draft of this one in the meantime.
    newer = panel.post("/v1/domains", {"hostname": f"{unique('newer')}.com"}, status=201).json
    banners = {domain["id"]: f"/v1/domains/{domain['id']}/banner" for domain in (first, newer)}
    panel.put(banners[first["id"]], panel.get(banners[first["id"]]).json["banner"], status=200)
    publish = page.get_by_role("button", name="Publish the banner")
    publish.click()
    expect(page.get_by_role("alert")).to_contain_text("Someone else has changed this")
    publish.click()
    expect(page.get_by_role("heading", name="Your banner done")).to_be_visible()
    expect(page.locator("main").get_by_text(first["hostname"], exact=True)).to_be_visible()
    published = {id: panel.get(path).json["version"] for id, path in banners.items()}
    assert published == {first["id"]: 1, newer["id"]: None}


def test_a_banner_that_changes_before_it_is_published_is_published_by_the_next_press(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    site = panel.post("/v1/domains", {"hostname": f"{unique('site')}.com"}, status=201).json
    banner = f"/v1/domains/{site['id']}/banner"

    def save_first(route: Route) -> None:
        """Have a colleague save between the two requests of the page."""
        draft = panel.get(banner)
        changed = draft.json["banner"] | {"policyUrl": "https://example.com/colleague"}
        panel.put(banner, changed, if_match=draft.headers["ETag"], status=200)
        route.continue_()

    page.route("**/banner/publish", save_first, times=1)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    page.get_by_role("textbox", name="Who is responsible for the site").fill("Site Ltd")
    publish = page.get_by_role("button", name="Publish the banner")
    publish.click()
    expect(page.get_by_role("alert")).to_contain_text("Someone else has changed this")
    publish.click()
    expect(page.get_by_role("heading", name="Your banner done")).to_be_visible()
    published = panel.get(banner).json["banner"]
    assert published["controller"] == "Site Ltd"
    assert published["policyUrl"] == "https://example.com/colleague"


def test_the_steps_of_a_domain_that_was_deleted_are_not_those_of_another(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    other, site = make_site(panel), make_site(panel)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    shown = page.locator("main").get_by_text(site.hostname, exact=True)
    expect(shown).to_be_visible()
    panel.delete(f"/v1/domains/{site.id}", status=204)
    # The page looks for the first decision.
    expect(page.get_by_role("alert")).to_contain_text("someone has removed it")
    expect(shown).to_be_visible()
    expect(page.get_by_text(other.hostname)).to_have_count(0)
