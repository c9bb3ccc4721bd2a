"""Each screen with something on it: axe clean, no wider than a phone, and what it is for works."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from consent_app.application import utc_now
from consent_app.statistics.roll_ups import roll_up
from tests.browser.conftest import new_panel, without_complaints
from tests.panel.conftest import DESK, Look, origin_of
from tests.support import axe
from tests.support.account_mails import mails_to
from tests.support.banner_editing import banner
from tests.support.factories import Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.members import verify_address
from tests.support.panel_signing import sign_in
from tests.support.traffic import follow, wait_until_quiet


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain and some receipts."""
    site = make_site(new_panel(live), region="EU")
    for _ in range(3):
        site.decide()
    site.decide(action="reject_all", analytics=False, marketing=False, preferences=False)
    site.decide(action="custom", marketing=False, preferences=False)
    return site


@pytest.fixture(scope="module")
def tab(chromium: Browser, live: LiveServer, site: Site) -> Iterator[Page]:
    """One tab, signed in for all tests of this module."""
    context = chromium.new_context(viewport=DESK, locale="en-GB")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    follow(context)
    page = context.new_page()
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    yield page
    context.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab; what its scripts complain of fails the test."""
    with without_complaints(tab) as page:
        yield page


def open_page(page: Page, link: str) -> None:
    """Follow a link of the navigation, and wait for what the page loads."""
    navigation = page.get_by_role("navigation", name="Workspace")
    navigation.get_by_role("link", name=link, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    # A list that comes later moves what is below it away from a click.
    expect(page.locator(".skeleton")).to_have_count(0)


def open_receipt(page: Page, receipt_id: str) -> None:
    """Find a receipt by its id, and open it."""
    open_page(page, "Receipts")
    page.get_by_role("searchbox", name="Receipt or visitor hash").fill(receipt_id)
    table = page.get_by_role("region", name="Receipts, newest first")
    expect(table.get_by_role("row")).to_have_count(2)
    table.get_by_role("link").first.click()


def test_the_overview_shows_the_decisions(page: Page, look: Look) -> None:
    open_page(page, "Overview")
    expect(page.get_by_role("heading", name="Notifications")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Decisions by day"))).to_be_visible()
    look(page, "overview")


@pytest.mark.parametrize("link", ["Overview", "Domains", "Receipts", "People"])
def test_high_contrast_is_legible(page: Page, link: str) -> None:
    open_page(page, link)
    expect(page.get_by_text("Loading …")).to_have_count(0)
    for scheme in ("light", "dark"):
        page.emulate_media(contrast="more", color_scheme=scheme)
        assert axe.violations(page, rules=axe.COLOURS) == [], scheme
    page.emulate_media(contrast="no-preference", color_scheme="light")


def test_receipts_are_found_by_filters_that_the_address_keeps(
    page: Page, site: Site, look: Look
) -> None:
    open_page(page, "Receipts")
    table = page.get_by_role("region", name="Receipts, newest first")
    expect(table.get_by_role("row")).to_have_count(6)
    look(page, "receipts")
    page.get_by_role("combobox", name="Decision").select_option("Rejected all")
    expect(table.get_by_role("row")).to_have_count(2)
    assert "action=reject_all" in page.url
    page.reload()
    expect(table.get_by_role("row")).to_have_count(2)
    table.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Receipt", exact=True)).to_be_focused()
    expect(page.get_by_role("heading", name="What was shown")).to_be_visible()
    expect(page.get_by_text("Digest of the wording")).to_be_visible()
    expect(page.get_by_text("Rejected all")).to_be_visible()
    look(page, "receipt")
    page.go_back()
    expect(table.get_by_role("row")).to_have_count(2)
    page.get_by_role("combobox", name="Device").select_option("Tablet")
    expect(page.get_by_text("Nothing matches these filters")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(table.get_by_role("row")).to_have_count(6)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    country = page.get_by_role("textbox", name="Country code")
    country.fill("de")
    expect(page.get_by_text("Nothing matches these filters")).to_be_visible()
    assert "country=DE" in page.url
    # What is not a country filters nothing, and says so.
    country.fill("D1")
    expect(country).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Two letters, such as DE.")).to_be_visible()
    expect(country).to_have_accessible_name("Country code")
    expect(country).to_have_accessible_description("Two letters, such as DE.")
    expect(table.get_by_role("row")).to_have_count(6)
    expect(country).to_have_value("D1")
    # Clearing the filters clears this too.
    page.get_by_role("combobox", name="Device").select_option("Tablet")
    page.get_by_role("button", name="Clear the filters").click()
    expect(table.get_by_role("row")).to_have_count(6)
    expect(country).to_have_value("")
    expect(country).not_to_have_attribute("aria-invalid", "true")


def test_a_receipt_shows_what_its_visitor_saw_and_was_not_offered(page: Page, site: Site) -> None:
    own_site = make_site(site.panel, key=site.key)
    panel, path = site.panel, f"/v1/domains/{own_site.id}/banner"
    panel.put(path, banner(), status=200)
    panel.post(f"{path}/publish", status=200)
    exemption = {"model": "opt_out", "exempt": ["analytics"], "reason": "Counts without cookies."}
    panel.put(f"/v1/domains/{own_site.id}/rules/us-ca", exemption, status=200)
    rule = {"ruleId": "us-ca", "ruleVersion": 1, "regime": "opt_out"}
    late = {"decidedAt": "2026-11-20T09:00:00.125Z"}
    saved = {"surface": "preferences", "bannerVersion": 2, "limitSensitive": True, **late}
    receipt = own_site.decide(**rule, **saved, preferences=False).json
    open_page(page, "Receipts")
    page.get_by_role("combobox", name="Domain").select_option(own_site.hostname)
    table = page.get_by_role("region", name="Receipts, newest first")
    expect(table.get_by_role("row")).to_have_count(2)
    table.get_by_role("link").first.click()
    facts = page.locator("dl.facts").first
    expect(facts).to_contain_text(f"Recorded (UTC){receipt['createdAt']}")
    details = page.locator("dl.facts").last
    expect(details).to_contain_text(late["decidedAt"])
    model = "Everything runs until the visitor objects."
    expect(details).to_contain_text(f"The rule on this domain{model}")
    expect(details).to_contain_text("Needs no consentAnalytics")
    expect(facts).to_contain_text("Preferencesnot offered")
    expect(facts).to_contain_text("Use of sensitive datalimited")
    shown = page.locator("blockquote")
    expect(shown).to_contain_text("This site uses cookies and similar techniques")
    expect(shown).not_to_contain_text("Your privacy on this site")
    page.get_by_text("Categories, services and buttons").click()
    expect(page.get_by_text("Counter (Counters Ltd): Counts visits. 13 months")).to_be_visible()
    # The rule's own texts took the place of a category's title and of a button.
    expect(page.get_by_text("Do not sell or share my personal information")).to_be_visible()
    buttons = "Your Privacy Choices · Accept all · Reject all · Save my choice"
    expect(page.get_by_text(buttons)).to_be_visible()
    panel.post(f"/v1/consent-events/{receipt['id']}/erasure", status=200)
    panel.delete(f"/v1/domains/{own_site.id}", status=204)


def test_a_signals_receipt_names_no_part_of_the_page(page: Page, site: Site) -> None:
    refused = {"analytics": False, "marketing": False, "preferences": False}
    signal = {"source": "gpc", "bannerVersion": None, "bannerLocale": None}
    receipt_id = site.decide(action="reject_all", **signal, **refused).json["id"]
    open_receipt(page, receipt_id)
    proof = page.locator("dl.facts").last
    expect(proof).to_contain_text("Where the visitor decided")
    expect(proof).not_to_contain_text("the site's own interface")
    site.panel.post(f"/v1/consent-events/{receipt_id}/erasure", status=200)


def test_a_visitor_is_erased_after_a_preview_of_what_is_deleted(
    page: Page, site: Site, look: Look
) -> None:
    first = site.decide(remote_addr="192.0.2.9").json
    neighbour = site.decide(remote_addr="192.0.2.9").json
    open_receipt(page, first["id"])
    page.get_by_role("button", name="Erase this visitor").click()
    dialog = page.get_by_role("dialog", name="Erase this visitor?")
    expect(dialog.get_by_text("1 receipt is this visitor's.")).to_be_visible()
    dialog.get_by_role("checkbox", name="Also 1 receipt with the same visitor hash").check()
    expect(dialog.get_by_role("button", name="Delete 2 receipts")).to_be_visible()
    look(page, "erasure")
    dialog.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name="Delete 1 receipt").click()
    expect(page.get_by_role("heading", name="Receipts", exact=True)).to_be_focused()
    remaining = {receipt["id"] for receipt in site.receipts()}
    assert neighbour["id"] in remaining
    assert first["id"] not in remaining
    site.panel.post(f"/v1/consent-events/{neighbour['id']}/erasure", status=200)


def test_a_visitors_earlier_and_later_receipts_are_found_from_one(
    page: Page, site: Site, look: Look
) -> None:
    first = site.decide().json
    link = {"formerReceiptId": first["id"], "formerProofToken": first["proofToken"]}
    second = site.decide(**link).json
    open_receipt(page, first["id"])
    page.get_by_role("button", name="Find this visitor's receipts").click()
    expect(page.get_by_role("listitem").filter(has_text="this receipt")).to_have_count(1)
    look(page, "visitors-receipts")
    page.get_by_role("link", name=second["id"]).click()
    expect(page.get_by_role("heading", name="Receipt", exact=True)).to_be_focused()
    # The list belonged to the other receipt's page.
    expect(page.get_by_role("listitem").filter(has_text="this receipt")).to_have_count(0)
    expect(page.get_by_role("link", name=first["id"])).to_be_visible()
    # As a letter or another system may write the id.
    page.goto(page.url.replace(second["id"], first["id"].upper()))
    page.get_by_role("button", name="Find this visitor's receipts").click()
    expect(page.get_by_role("listitem").filter(has_text="this receipt")).to_have_count(1)
    erased = site.panel.post(f"/v1/consent-events/{second['id']}/erasure", status=200).json
    assert erased == {"deleted": 2}


# The browser tells of a dialog that it closed in a task of its own, which can come late.
LATE_CLOSE = """() => addEventListener("close", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  const dialog = event.target;
  setTimeout(() => dialog.dispatchEvent(new Event("close")), 700);
}, { capture: true, once: true })"""


@pytest.mark.parametrize("way", ["Escape", "Cancel"])
def test_a_dialog_that_is_opened_again_at_once_stays_open(page: Page, way: str) -> None:
    open_page(page, "Receipts")
    page.get_by_role("region", name="Receipts, newest first").get_by_role("link").first.click()
    opener = page.get_by_role("button", name="Erase this visitor")
    opener.click()
    dialog = page.get_by_role("dialog", name="Erase this visitor?")
    expect(dialog).to_be_visible()
    page.evaluate(LATE_CLOSE)
    if way == "Escape":
        page.keyboard.press("Escape")
    else:
        dialog.get_by_role("button", name=way).click()
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name=re.compile("^Delete 1 receipt"))).to_be_visible()
    page.wait_for_timeout(900)
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("^Delete 1 receipt"))).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()


def test_a_dialog_that_opens_without_a_request_stays_open_too(page: Page) -> None:
    open_page(page, "Domains")
    opener = page.get_by_role("button", name="Add a domain")
    dialog = page.get_by_role("dialog", name="Add a domain")
    opener.click()
    expect(dialog).to_be_visible()
    # The event comes when the dialog is rendered as open, but not shown yet.
    page.evaluate(
        """([close, opener]) => {
          addEventListener("close", (event) => {
            event.stopImmediatePropagation();
            opener.click();
            setTimeout(() => event.target.dispatchEvent(new Event("close")));
          }, { capture: true, once: true });
          close.click();
        }""",
        [
            dialog.get_by_role("button", name="Close").element_handle(),
            opener.element_handle(),
        ],
    )
    page.wait_for_timeout(500)
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_receipts_are_exported_with_their_manifest(page: Page) -> None:
    open_page(page, "Receipts")
    page.get_by_role("combobox", name="Form").select_option("NDJSON")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save receipts.ndjson").click()
    assert len(download.value.path().read_text().splitlines()) == 5
    expect(page.get_by_text("the digests match")).to_be_visible()


def test_a_domain_shows_how_to_verify_it_and_what_to_fix(
    page: Page, site: Site, look: Look
) -> None:
    open_page(page, "Domains")
    look(page, "domains")
    page.get_by_role("link", name=site.hostname).click()
    expect(page.get_by_role("heading", name=site.hostname)).to_be_visible()
    expect(page.get_by_role("heading", name="Compliance")).to_be_visible()
    expect(
        page.get_by_text("European Union and European Economic Area (the region")
    ).to_be_visible()
    rule = page.get_by_role("combobox", name="Rule for visitors in")
    expect(page.get_by_text("Nothing runs before the visitor agrees.")).to_be_visible()
    rule.select_option("California")
    expect(page.get_by_text("Everything runs until the visitor objects.")).to_be_visible()
    expect(page.get_by_text("is binding here", exact=True)).to_be_visible()
    fix = page.get_by_role("listitem").filter(has_text="No valid certificate was found")
    expect(page.get_by_text("not checked yet", exact=True)).to_be_visible()
    fix.get_by_role("link", name="Go to the verification").click()
    expect(page.get_by_role("heading", name="Verification")).to_be_focused()
    page.get_by_role("radio", name="A DNS record").check()
    expect(page.get_by_text(f"_consent-verify.{site.hostname}")).to_be_visible()
    look(page, "domain")
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_text("What was found", exact=True)).to_be_visible()
    install = page.get_by_role("region", name="Install tag")
    page.get_by_role("radio", name="Google Tag Manager").check()
    # Without a default, the container's tags would run before the banner's script has loaded.
    expect(install).to_contain_text(re.compile('gtag\\("consent","default".*banner.js', re.DOTALL))
    expect(page.get_by_role("link", name="How to check the container's tags")).to_be_visible()
    look(page, "domain-tag-manager")
    page.get_by_role("radio", name="WordPress").check()
    expect(install).to_contain_text("wp_head")
    page.get_by_role("button", name="Copy: Install tag").click()
    assert site.id in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("combobox", name="Ask visitors again after").select_option("6 months")
    unknown = page.get_by_role("combobox", name="Visitors whose location is unknown")
    expect(unknown).to_have_value("strictest")
    unknown.select_option("The rule of the domain's region")
    page.get_by_role("checkbox", name="Offer to limit the use of sensitive data").check()
    platform = page.get_by_role("combobox", name="(GPP)")
    platform.select_option("In the section of the visitor's state")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    settings = site.panel.get(f"/v1/domains/{site.id}/settings").json
    assert (settings["renewAfterMonths"], settings["unknownPlace"]) == (6, "region")
    assert (settings["limitSensitive"], settings["gpp"]) == (True, "state")
    look(page, "domain-settings")


def linked_sections(page: Page) -> list[str]:
    """Follow the links to the page's sections, which are all there are, and return their names."""
    links = page.get_by_role("navigation", name="On this page").get_by_role("link")
    names = links.all_inner_texts()
    headings = page.get_by_role("heading", level=2)
    assert headings.all_inner_texts() == names
    for number, name in enumerate(names):
        links.nth(number).press("Enter")
        expect(headings.filter(has_text=re.compile(f"^{name}$"))).to_be_focused()
    return names


def test_the_sections_of_a_domain_are_linked_at_its_top(page: Page, site: Site) -> None:
    open_page(page, "Domains")
    page.get_by_role("link", name=site.hostname).click()
    expect(page.get_by_role("combobox", name="Rule for visitors in")).to_be_visible()
    assert linked_sections(page) == ["Verification", "Compliance", "Install", "Settings", "Delete"]


def test_a_rule_is_overridden_and_followed_again(page: Page, site: Site, look: Look) -> None:
    open_page(page, "Domains")
    page.get_by_role("link", name=site.hostname).click()
    chosen = page.get_by_role("combobox", name="Rule for visitors in")
    chosen.select_option("United Kingdom")
    expect(page.get_by_text("Analytics, Preferences (once you declare")).to_be_visible()
    page.get_by_role("button", name="Change this rule").click()
    dialog = page.get_by_role("dialog", name="The rule for: United Kingdom")
    dialog.get_by_role("checkbox", name="Analytics: no consent needed").check()
    look(page, "rule-override")
    dialog.get_by_role("button", name="Save").click()
    # Laxer than the law: not without a reason.
    reason = dialog.get_by_role("textbox", name="Reason")
    expect(reason).to_be_focused()
    expect(reason).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_role("checkbox", name="Analytics: no consent needed")).to_be_checked()
    reason.fill("It counts our own visits alone.")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("It counts our own visits alone.")).to_be_visible()
    expect(chosen).to_have_value("uk")
    facts = page.get_by_role("definition")
    expect(facts.filter(has_text=re.compile("^Analytics$"))).to_be_visible()
    override = site.panel.get(f"/v1/domains/{site.id}/rules").json
    (applied,) = [rule["applied"] for rule in override if rule["id"] == "uk"]
    assert applied == {"model": "opt_in", "exempt": ["analytics"]}
    page.get_by_role("button", name="Follow the law again").click()
    page.get_by_role("button", name="Remove the change").click()
    expect(page.get_by_text("Analytics, Preferences (once you declare")).to_be_visible()
    # Stricter needs no reason.
    chosen.select_option("Texas")
    page.get_by_role("button", name="Change this rule").click()
    dialog = page.get_by_role("dialog", name="The rule for: Texas")
    asked = dialog.get_by_role("combobox", name="How visitors are asked")
    asked.select_option("Nothing runs before the visitor agrees.")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(facts.filter(has_text="Nothing runs before the visitor agrees.")).to_be_visible()
    page.get_by_role("button", name="Follow the law again").click()
    page.get_by_role("button", name="Remove the change").click()
    expect(facts.filter(has_text="Everything runs until the visitor objects.")).to_be_visible()


def test_an_exemption_that_the_law_does_not_have_is_not_called_the_laws(
    page: Page, site: Site
) -> None:
    path = f"/v1/domains/{site.id}/rules/uk"
    body = {"model": "opt_in", "exempt": ["analytics", "marketing"], "reason": "Our own."}
    site.panel.put(path, body, status=200)
    open_page(page, "Domains")
    page.get_by_role("link", name=site.hostname).click()
    page.get_by_role("combobox", name="Rule for visitors in").select_option("United Kingdom")
    page.get_by_role("button", name="Change this rule").click()
    dialog = page.get_by_role("dialog", name="The rule for: United Kingdom")
    words = "You declare that your services qualify for the law's exemption."
    analytics = dialog.get_by_role("checkbox", name="Analytics: no consent needed")
    expect(analytics).to_have_accessible_description(words)
    marketing = dialog.get_by_role("checkbox", name="Marketing: no consent needed")
    expect(marketing).to_have_accessible_description("The law has no exemption for this.")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    site.panel.delete(path, status=204)


def test_groups_are_made_renamed_and_deleted(page: Page, site: Site, look: Look) -> None:
    open_page(page, "Domains")
    name = page.get_by_role("textbox", name="Name of the new group")
    name.fill("Shops")
    page.get_by_role("button", name="Create group").click()
    table = page.get_by_role("region", name="Groups")
    expect(table.get_by_role("rowheader", name="Shops")).to_be_visible()
    expect(name).to_have_value("")
    name.fill("Shops")
    page.get_by_role("button", name="Create group").click()
    expect(page.get_by_role("alert").filter(has_text="The group already exists")).to_be_visible()
    look(page, "groups")
    page.get_by_role("button", name="Rename Shops").click()
    dialog = page.get_by_role("dialog", name="Rename the group")
    dialog.get_by_role("textbox", name="Name").fill("Brands")
    dialog.get_by_role("button", name="Save").click()
    expect(table.get_by_role("rowheader", name="Brands")).to_be_visible()
    expect(page.get_by_role("combobox", name="Group").first).to_contain_text("Brands")
    page.get_by_role("button", name="Delete Brands").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the group").click()
    expect(page.get_by_text("No groups yet.")).to_be_visible()
    assert site.panel.get("/v1/domain-groups").json == []


def test_a_domain_is_added_and_an_error_appears_at_its_field(
    page: Page, site: Site, look: Look
) -> None:
    open_page(page, "Domains")
    page.get_by_role("button", name="Add a domain").click()
    dialog = page.get_by_role("dialog", name="Add a domain")
    name = dialog.get_by_role("textbox", name="Address of the site")
    name.fill("not a host name")
    dialog.get_by_role("button", name="Add domain").click()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_value("not a host name")
    look(page, "add-domain")
    hostname = f"{unique('new')}.com"
    name.fill(f"https://{hostname}/shop?x=1")
    dialog.get_by_role("button", name="Add domain").click()
    expect(page.get_by_role("heading", name=hostname)).to_be_visible()
    page.get_by_role("button", name="Delete this domain").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the domain").click()
    expect(page.get_by_role("heading", name="Domains", exact=True).first).to_be_focused()


def test_statistics_are_also_given_as_text(page: Page, live: LiveServer, look: Look) -> None:
    roll_up(live.application)
    open_page(page, "Statistics")
    expect(page.get_by_role("img", name=re.compile("^Decisions"))).to_be_visible()
    expect(page.get_by_text("Newer decisions appear within minutes.")).to_be_visible()
    page.get_by_role("combobox", name="Group by").select_option("Device")
    assert "by=device" in page.url
    page.get_by_text("The numbers as a table").first.click()
    look(page, "statistics")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert text.startswith('"from","shown"')


def test_days_of_statistics_have_their_own_dates_everywhere(
    chromium: Browser, live: LiveServer, site: Site
) -> None:
    roll_up(live.application)
    context = chromium.new_context(locale="en-US", timezone_id="America/Los_Angeles")
    page = context.new_page()
    origin = origin_of(live, site.panel.organization["slug"])
    before = utc_now()
    sign_in(page, origin, site.panel, "/statistics?days=7")
    page.get_by_text("The numbers as a table").first.click()
    days = page.get_by_role("region", name="Decisions", exact=True).get_by_role("rowheader")
    expect(days).to_have_count(7)
    # Of the day on which the page asked, also if the next one has begun since.
    dates = {f"{day:%b} {day.day}, {day.year}" for day in (before, utc_now())}
    assert days.last.inner_text() in dates
    context.close()


def test_a_person_with_an_unverified_address_invites_nobody(
    page: Page, site: Site, live: LiveServer, look: Look
) -> None:
    open_page(page, "People")
    email = f"{unique('grace')}@example.com"
    page.get_by_role("textbox", name="Email address").fill(email)
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_role("alert").filter(has_text="Verify your own")).to_be_visible()
    expect(page.get_by_role("textbox", name="Email address")).to_have_value(email)
    look(page, "people")
    for path in ("/members", "/account"):
        page.goto(f"{origin_of(live, site.panel.organization['slug'])}{path}")
        sent = len(mails_to(live.harness, site.panel.person.email))
        page.get_by_role("button", name="Send the link again").click()
        expect(page.get_by_text("A link is on its way").first).to_be_attached()
        assert len(mails_to(live.harness, site.panel.person.email)) == sent + 1


def test_an_invitation_is_revoked(page: Page, site: Site, live: LiveServer) -> None:
    verify_address(live.harness, site.panel)
    email = f"{unique('grace')}@example.com"
    site.panel.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    page.reload()
    open_page(page, "People")
    expect(page.get_by_text("invite the person again")).to_be_visible()
    expect(page.get_by_text("Your address is not verified yet.")).to_have_count(0)
    revoke = page.get_by_role("button", name=f"Revoke the invitation for {email}")
    revoke.click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(revoke).to_have_count(0)
    assert site.panel.get("/v1/invitations").json == []


def test_keys_are_shown_once(page: Page, site: Site, look: Look) -> None:
    open_page(page, "API keys")
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    scopes = page.get_by_role("checkbox", name=re.compile("^May read"))
    for scope in scopes.all():
        scope.uncheck()
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_text("Choose at least one of them.")).to_be_visible()
    scopes.last.check()
    page.get_by_role("button", name="Create key").press("Enter")
    expect(page.get_by_text("It is shown only once")).to_be_visible()
    # The key may call what the command calls.
    expect(page.get_by_text("/v1/api/consent-events")).to_be_visible()
    expect(page.get_by_role("group", name="New key")).to_be_focused()
    look(page, "api-keys")
    page.get_by_role("button", name="I have saved it").click()
    page.get_by_role("button", name="Revoke Warehouse").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(page.get_by_role("button", name="Revoke Warehouse")).to_have_count(0)
    # The focus is not lost with the row.
    expect(page.get_by_role("region", name="API keys")).to_be_focused()


def test_the_audit_log_is_filtered(page: Page, site: Site, look: Look) -> None:
    group = site.panel.post("/v1/domain-groups", {"name": "Spring brands"}, status=201).json
    site.panel.patch(f"/v1/domains/{site.id}", {"groupId": group["id"]}, status=200)
    open_page(page, "Audit log")
    expect(page.get_by_text("Group: Spring brands", exact=True)).to_be_visible()
    look(page, "audit")
    page.get_by_role("combobox", name="Event").select_option("Domain added")
    rows = page.get_by_role("region", name="Audit log, newest first").get_by_role("row")
    expect(rows.filter(has_not_text="Domain added")).to_have_count(1)


def test_settings_are_changed_and_nothing_typed_is_lost(page: Page, site: Site, look: Look) -> None:
    open_page(page, "Settings")
    months = page.get_by_role("spinbutton", name="Keep receipts for (months)")
    look(page, "settings")
    months.fill("3")
    page.get_by_role("button", name="Save").click()
    expect(months).to_have_attribute("aria-invalid", "true")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("navigation", name="Workspace").get_by_role("link", name="People").click()
    expect(months).to_have_value("3")
    months.fill("24")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Save and delete").click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    assert site.panel.get("/v1/workspace").json["retentionMonths"] == 24


def test_the_account_shows_sessions_and_mails(page: Page, site: Site, look: Look) -> None:
    page.get_by_role("link", name="Account", exact=True).click()
    expect(page.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    expect(page.get_by_text("this one")).to_be_visible()
    assert linked_sections(page)[-1] == "Delete the account"
    look(page, "account")
    mails = page.get_by_role("group", name=site.panel.organization["name"]).get_by_role("checkbox")
    was_checked = mails.first.is_checked()
    mails.first.click()
    expect(mails.first).to_be_checked(checked=not was_checked)
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()


def test_a_long_list_shows_an_approximate_total(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    for _ in range(60):
        site.decide()
    open_page(page, "Receipts")
    expect(page.get_by_text("50 receipts shown")).to_be_visible()
    wait_until_quiet(page)
    # Only the earlier ones are counted.
    expect(page.get_by_text(re.compile("^About"))).to_have_count(0)
    roll_up(live.application)
    page.reload()
    expect(page.get_by_text(re.compile("^About 6[0-9] receipts$"))).to_be_visible()
    look(page, "receipts-many")
    page.get_by_role("combobox", name="Decision").select_option("Accepted all")
    expect(page.get_by_text(re.compile("^About 6[0-9] receipts$"))).to_be_visible()
    page.get_by_role("combobox", name="State").select_option("Valid")
    expect(page.get_by_text("Receipts are not counted when you filter")).to_be_visible()


def test_two_versions_of_a_banner_are_compared(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", {"material": True}, status=200)
    site.decide(bannerVersion=2)
    roll_up(live.application)
    open_page(page, "Statistics")
    page.get_by_role("combobox", name="Group by").select_option("Version of the banner")
    expect(page.get_by_text("Choose a domain to compare")).to_be_visible()
    page.get_by_role("combobox", name="Domain").select_option(site.hostname)
    table = page.get_by_role("region", name="Two versions compared")
    accepted = table.get_by_role("row").filter(has_text="Accepted all")
    expect(accepted.get_by_role("cell").last).to_have_text("100%")
    expect(accepted.get_by_role("cell").first).not_to_have_text("100%")
    look(page, "versions-compared")


def test_a_key_that_is_held_down_confirms_nothing(page: Page, site: Site) -> None:
    group = site.panel.post("/v1/domain-groups", {"name": "Held brands"}, status=201).json
    open_page(page, "Domains")
    page.get_by_role("button", name="Delete Held brands").focus()
    for _ in range(4):
        # Again and again without going up, as when it is held.
        page.keyboard.down("Enter")
        page.wait_for_timeout(100)
    page.keyboard.up("Enter")
    dialog = page.get_by_role("dialog", name="Delete Held brands?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    assert group["id"] in {row["id"] for row in site.panel.get("/v1/domain-groups").json}
    site.panel.delete(f"/v1/domain-groups/{group['id']}", status=204)


def test_what_cannot_be_copied_is_said(page: Page, site: Site) -> None:
    open_page(page, "Domains")
    page.get_by_role("link", name=site.hostname).click()
    # As on a page without https.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {configurable: true})")
    page.get_by_role("button", name="Copy: Install tag").click()
    expect(page.get_by_text("The browser does not let this page copy text.").first).to_be_attached()
    expect(page.get_by_text("Check your connection")).to_have_count(0)
    page.evaluate("delete navigator.clipboard")
