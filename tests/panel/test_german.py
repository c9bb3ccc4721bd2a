"""The pages in German and with the keyboard only: Tab reaches each control, by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from consent_app.statistics.roll_ups import roll_up, roll_up_presentations
from tests.browser.conftest import new_panel, without_complaints
from tests.panel.conftest import DESK, Look, origin_of
from tests.panel.test_account import code
from tests.support.factories import PASSWORD, Site, make_site, unique
from tests.support.keyboard import choose, go, press, write
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in

REFUSED = {"action": "reject_all", "analytics": False, "marketing": False, "preferences": False}


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain, two versions and some receipts."""
    site = make_site(new_panel(live), region="EU")
    for _ in range(2):
        site.decide()
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", {"material": True}, status=200)
    site.decide(bannerVersion=2, surface="preferences")
    site.decide(source="gpc", bannerVersion=None, bannerLocale=None, **REFUSED)
    roll_up(live.application)
    roll_up_presentations(live.application)
    return site


@pytest.fixture(scope="module")
def tab(chromium: Browser, live: LiveServer, site: Site) -> Iterator[Page]:
    """One tab of a German browser, signed in for all tests of this module."""
    context = chromium.new_context(viewport=DESK, locale="de-DE")
    page = context.new_page()
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    yield page
    context.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab; what its scripts complain of fails the test."""
    with without_complaints(tab) as page:
        yield page


def lines_of(label: Locator, word: str) -> int:
    """Return on how many lines the word at the label's beginning stands."""
    lines: int = label.evaluate(
        """(element, length) => {
          const range = document.createRange();
          range.setStart(element.firstChild, 0);
          range.setEnd(element.firstChild, length);
          return range.getClientRects().length;
        }""",
        len(word),
    )
    return lines


def test_the_overviews_figures_break_no_word_on_a_phone(page: Page) -> None:
    go(page, "Überblick")
    page.set_viewport_size({"width": 360, "height": 740})
    label = page.locator("main").get_by_text("Entscheidungen in 30 Tagen", exact=True)
    lines = lines_of(label, "Entscheidungen")
    page.set_viewport_size(DESK)
    assert lines == 1


def test_the_names_of_colours_break_no_word(page: Page, live: LiveServer, site: Site) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    page.goto(f"{origin}/domains/{site.id}/banner")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("heading", name="Farben und Anordnung").click()
    label = page.get_by_text("Schaltflächen", exact=True).first
    expect(label).to_be_visible()
    lines = lines_of(label, "Schaltflächen")
    page.set_viewport_size(DESK)
    assert lines == 1


def test_statistics_by_language_and_place_and_two_versions(
    page: Page, site: Site, look: Look
) -> None:
    go(page, "Statistik")
    by = page.get_by_role("combobox", name="Unterschieden nach")
    choose(page, by, "Sprache des Banners")
    table = page.get_by_role("region", name="Entscheidungen im Vergleich")
    expect(table.get_by_role("columnheader").first).to_have_text("Sprache des Banners")
    expect(table.get_by_role("row").filter(has_text="Englisch")).to_contain_text("3")
    expect(table.get_by_role("row").filter(has_text="Kein Wortlaut")).to_contain_text("1")
    summary = re.compile("^Entscheidungen: Insgesamt 4.*Englisch, 75")
    expect(page.get_by_role("img", name=summary)).to_be_visible()
    look(page, "statistics-language-de")
    choose(page, by, "Ort der Entscheidung")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_role("row").filter(has_text="Nirgends (ein Signal)")).to_contain_text("1")
    look(page, "statistics-surface-de")
    choose(page, by, "Version des Banners")
    choose(page, page.get_by_role("combobox", name="Domain"), site.hostname)
    compared = page.get_by_role("region", name="Zwei Versionen im Vergleich")
    expect(compared.get_by_role("row").filter(has_text="Entscheidungen")).to_contain_text("2")
    look(page, "versions-compared-de")


def test_totals_and_the_erasure_of_a_visitor(page: Page, site: Site, look: Look) -> None:
    go(page, "Belege")
    table = page.get_by_role("region", name="Belege, neueste zuerst")
    expect(table.get_by_role("row")).to_have_count(5)
    expect(page.get_by_text("4 Belege gezeigt")).to_be_visible()
    press(page, table.get_by_role("link").last)
    expect(page.get_by_role("heading", level=1)).to_have_text("Beleg")
    opener = page.get_by_role("button", name="Diesen Besucher löschen")
    press(page, opener)
    dialog = page.get_by_role("dialog", name="Diesen Besucher löschen?")
    expect(dialog).to_be_visible()
    look(page, "erasure-de")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    press(page, opener)
    press(page, dialog.get_by_role("button", name="1 Beleg löschen"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Belege")
    assert len(site.receipts()) == 3


def test_totals_of_a_long_list(page: Page, live: LiveServer, site: Site, look: Look) -> None:
    before = len(site.receipts())
    for _ in range(60):
        site.decide()
    roll_up(live.application)
    go(page, "Belege")
    total = page.get_by_text(re.compile("^Etwa 6[0-9] Belege$"))
    expect(total).to_be_visible()
    expect(page.get_by_text("nach vollen Stunden, bis")).to_be_visible()
    expect(page.get_by_text("50 Belege gezeigt")).to_be_visible()
    look(page, "receipts-many-de")
    press(page, page.get_by_role("button", name="Mehr zeigen"))
    expect(page.get_by_text(f"{before + 60} Belege gezeigt")).to_be_visible()
    choose(page, page.get_by_role("combobox", name="Entscheidung"), "Alle akzeptiert")
    expect(total).to_be_visible()
    choose(page, page.get_by_role("combobox", name="Status"), "Gültig")
    expect(page.get_by_text("wird die Anzahl nicht gezählt")).to_be_visible()


def test_findings_in_the_readers_language(page: Page, site: Site, look: Look) -> None:
    go(page, "Überblick")
    expect(page.get_by_text(f"{site.hostname} ist nicht verifiziert")).to_be_visible()
    look(page, "overview-de")
    go(page, "Domains")
    press(page, page.get_by_role("link", name=site.hostname))
    expect(page.get_by_role("heading", name="Die Domain ist nicht verifiziert")).to_be_visible()
    expect(page.get_by_text("Verifizieren Sie, dass die Domain Ihnen gehört.")).to_be_visible()
    expect(page.get_by_text("Europäischer Wirtschaftsraum (die Region")).to_be_visible()
    press(page, page.get_by_role("button", name="Jetzt prüfen"))
    expect(page.get_by_text("Der Hostname hat im DNS noch keine Adresse").first).to_be_visible()
    look(page, "domain-de")


def test_refusals_are_in_the_readers_language(page: Page) -> None:
    go(page, "Domains")
    press(page, page.get_by_role("button", name="Domain anlegen"))
    dialog = page.get_by_role("dialog", name="Domain anlegen")
    write(page, dialog.get_by_role("textbox", name="Adresse der Website"), "kein Hostname")
    page.keyboard.press("Enter")
    fault = dialog.get_by_text(re.compile("^Adresse der Website muss .*[.]$"))
    expect(fault.first).to_be_visible()
    page.keyboard.press("Escape")


def test_groups_are_created_renamed_and_deleted_in_german(
    page: Page, site: Site, look: Look
) -> None:
    go(page, "Domains")
    write(page, page.get_by_role("textbox", name="Name der neuen Gruppe"), "Läden")
    page.keyboard.press("Enter")
    expect(page.get_by_role("rowheader", name="Läden")).to_be_visible()
    look(page, "groups-de")
    press(page, page.get_by_role("button", name="Läden umbenennen"))
    dialog = page.get_by_role("dialog", name="Gruppe umbenennen")
    write(page, dialog.get_by_role("textbox", name="Name"), "Marken")
    page.keyboard.press("Enter")
    expect(page.get_by_role("rowheader", name="Marken")).to_be_visible()
    press(page, page.get_by_role("button", name="Marken löschen"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Gruppe löschen"))
    expect(page.get_by_text("Noch keine Gruppe.")).to_be_visible()
    assert site.panel.get("/v1/domain-groups").json == []


def test_services_templates_and_the_preview(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    page.goto(f"{origin}/domains/{site.id}/banner")
    expect(page.frame_locator("iframe").get_by_role("button").first).to_be_visible()
    press(page, page.locator("summary").filter(has_text="Dienste"))
    press(page, page.get_by_role("button", name="Dienst hinzufügen zu Statistik"))
    for label, text in (
        ("Name des Dienstes", "Zähler"),
        ("Anbieter", "Zähl GmbH"),
        ("Zweck", "Zählt Besuche"),
        ("Speicherdauer", "2 Jahre"),
    ):
        write(page, page.get_by_role("textbox", name=label), text)
    look(page, "banner-services-de")
    write(page, page.get_by_role("textbox", name="Name der neuen Vorlage"), "Läden")
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="Läden anwenden"))
    dialog = page.get_by_role("dialog", name="Vorlage anwenden")
    press(page, dialog.get_by_role("checkbox", name=site.hostname), "Space")
    press(page, dialog.get_by_role("checkbox", name="Vorhandene Entwürfe ersetzen"), "Space")
    look(page, "apply-template-de")
    page.once("dialog", lambda question: question.accept())
    press(page, dialog.get_by_role("button", name="Auf 1 Domain anwenden"))
    expect(dialog).to_be_hidden()
    draft = site.panel.get(f"/v1/domains/{site.id}/banner").json
    assert draft["state"] == "draft"
    assert draft["banner"]["categories"][0]["services"][0]["name"] == "Zähler"
    press(page, page.get_by_role("button", name="Läden löschen"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Vorlage löschen"))
    expect(page.get_by_text("Noch keine Vorlage.")).to_be_visible()
    page.goto(f"{origin}/domains/{site.id}/banner/preview")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vorschau des Banners")
    choose(page, page.get_by_role("combobox", name="Sprache", exact=True), "Deutsch")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("button", name="Alle akzeptieren")).to_be_visible()
    look(page, "banner-preview-de")


def test_people_keys_the_audit_log_and_settings(page: Page, site: Site, look: Look) -> None:
    go(page, "Personen")
    email = page.get_by_role("textbox", name="E-Mail-Adresse")
    write(page, email, f"{unique('neu')}@example.com")
    press(page, page.get_by_role("button", name="Einladung schicken"))
    expect(
        page.get_by_role("alert").filter(has_text="Ihre Adresse ist nicht bestätigt")
    ).to_be_visible()
    look(page, "people-de")
    go(page, "API-Schlüssel")
    write(page, page.get_by_role("textbox", name="Name"), "Lager")
    page.keyboard.press("Enter")
    element = page.get_by_role("button", name="Ich habe ihn aufbewahrt")
    expect(element).to_be_visible()
    look(page, "api-keys-de")
    press(page, element)
    press(page, page.get_by_role("button", name="Widerrufen: Lager"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Widerrufen", exact=True))
    expect(page.get_by_role("button", name="Widerrufen: Lager")).to_have_count(0)
    go(page, "Einstellungen")
    months = page.get_by_role("spinbutton", name="Belege aufbewahren (Monate)")
    write(page, months, "25")
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="Speichern und löschen"))
    expect(page.get_by_text("Gespeichert.", exact=True).first).to_be_attached()
    look(page, "settings-de")
    go(page, "Protokoll")
    expect(page.get_by_text("Belege aufbewahren (Monate): 36 → 25")).to_be_visible()
    choose(page, page.get_by_role("combobox", name="Ereignis"), "API-Schlüssel erstellt")
    rows = page.get_by_role("region", name="Protokoll, Neuestes zuerst").get_by_role("row")
    expect(rows.filter(has_not_text="API-Schlüssel erstellt")).to_have_count(1)
    look(page, "audit-de")


def test_the_account_and_the_plans(page: Page, live: LiveServer, site: Site, look: Look) -> None:
    panel, new = site.panel, f"{unique('neu')}@example.com"
    page.goto(f"{origin_of(live, panel.organization['slug'])}/account")
    opener = page.get_by_role("button", name="Adresse ändern")
    press(page, opener)
    dialog = page.get_by_role("dialog", name="Adresse ändern")
    write(page, dialog.get_by_role("textbox", name="Neue E-Mail-Adresse"), new)
    write(page, dialog.get_by_label("Passwort", exact=True), PASSWORD)
    write(page, dialog.get_by_role("textbox", name=re.compile("^Code")), "000000")
    page.keyboard.press("Enter")
    wrong = dialog.get_by_role("textbox", name=re.compile("^Code"))
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    # Screen readers do not hear what is announced behind a dialog.
    expect(wrong).to_have_accessible_description(re.compile("Der Code stimmt nicht"))
    expect(dialog.get_by_role("status")).to_contain_text("Der Code stimmt nicht")
    look(page, "change-address-de")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    look(page, "account-de")
    page.goto(f"{live.url}/sign-in")
    write(page, page.get_by_role("textbox", name="E-Mail-Adresse"), panel.person.email)
    write(page, page.get_by_label("Passwort", exact=True), PASSWORD)
    page.keyboard.press("Enter")
    write(page, page.get_by_role("textbox", name=re.compile("^Code")), code(panel.person.secret, 1))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihre Arbeitsbereiche")
    press(page, page.get_by_role("link", name=re.compile("^Tarife")))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tarife")
    expect(page.get_by_text("Auf diesem Server wird kein Tarif verkauft.")).to_be_visible()
    look(page, "plans-de")
