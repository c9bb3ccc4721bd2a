"""The banner for everybody: axe, small screens, zoom, targets, focus, and nothing that jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import axe
from tests.support.customer import Customer

Screenshot = Callable[[Page, str], None]
SERVICE = {
    "name": "Example Counter",
    "provider": "Example Counters Ltd",
    "purpose": "Counts visits.",
    "duration": "13 months",
    "thirdParty": True,
}
DRAFT: dict[str, Any] = {
    "controller": "Kiln & Kelp",
    "policyUrl": "https://shop.example/privacy",
    "categories": [
        {"id": "marketing", "preselected": True},
        {"id": "analytics", "services": [SERVICE]},
    ],
    "locales": [
        {"locale": "en", "texts": {"title": "Cookies at the shop"}},
        {
            "locale": "de",
            "services": [
                {"name": "Example Counter", "purpose": "Zählt Besuche.", "duration": "13 Monate"}
            ],
        },
    ],
}
ARABIC = dict.fromkeys(
    (
        *("description", "customise", "save", "close", "necessaryTitle", "necessaryDescription"),
        *("policy", "reopen", "receipt", "decidedOn", "gpcHonoured", "services", "provider"),
        *("purpose", "duration", "thirdParty", "blocked"),
    ),
    "نص",
)
LIGHT_OR_DARK = '<meta name="color-scheme" content="light dark">'
SMALL = """(minimum) => {
    const root = document.querySelector("visitor-choices").shadowRoot;
    return [...root.querySelectorAll("button, input, summary")]
        .filter((element) => element.checkVisibility())
        .map((element) => [element.textContent || element.id, element.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < minimum || height < minimum)
        .map(([name]) => name);
}"""


def publish(customer: Customer, **changes: Any) -> None:
    path = f"/v1/domains/{customer.site.id}/banner"
    customer.site.panel.put(path, {**DRAFT, **changes}, if_match="*", status=200)
    customer.site.panel.post(f"{path}/publish", status=200)


@pytest.mark.parametrize("how", ["light", "dark", "phone"])
def test_axe_finds_nothing_and_every_target_is_large_enough(
    chromium: Browser, customer: Customer, screenshot: Screenshot, how: str
) -> None:
    publish(customer)
    small = {"width": 360, "height": 740}
    context = chromium.new_context(
        viewport=small if how == "phone" else {"width": 1280, "height": 800},
        color_scheme="dark" if how == "dark" else "light",
        is_mobile=how == "phone",
        has_touch=how == "phone",
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    # Dark is what the page says it can be, and the system prefers. Its own sizes are no measure.
    tiny = "<style>:root { font-size: 62.5% }</style>"
    page.goto(customer.page(head=LIGHT_OR_DARK + tiny + customer.tag))
    layer = page.get_by_role("dialog", name="Cookies at the shop")
    expect(layer).to_be_visible()
    assert axe.violations(page, "visitor-choices") == []
    assert page.evaluate(SMALL, 24) == []
    screenshot(page, f"banner-{how}")
    background = layer.evaluate("(element) => getComputedStyle(element).backgroundColor")
    assert background == ("rgb(26, 29, 33)" if how == "dark" else "rgb(255, 255, 255)")
    page.get_by_role("button", name="Manage preferences").click()
    # What the owner prechose; the score shows the consequence.
    expect(page.get_by_role("switch", name="Marketing")).to_be_checked()
    page.get_by_text("Services (1)").click()
    expect(page.get_by_text("Example Counters Ltd (Third party)")).to_be_visible()
    assert axe.violations(page, "visitor-choices") == []
    assert page.evaluate(SMALL, 24) == []
    screenshot(page, f"preferences-{how}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Reject all").click()
    assert axe.violations(page, "visitor-choices") == []
    context.close()


def test_a_light_only_page_keeps_a_light_banner(chromium: Browser, customer: Customer) -> None:
    context = chromium.new_context(color_scheme="dark", locale="en-GB")
    page = context.new_page()
    background = "(element) => getComputedStyle(element).backgroundColor"
    head = customer.tag + "<style>:root { color-scheme: light dark }</style>"
    for value, expected in (({}, "rgb(255, 255, 255)"), ({"head": head}, "rgb(26, 29, 33)")):
        page.goto(customer.page(**value))
        layer = page.get_by_role("dialog")
        expect(layer).to_be_visible()
        assert layer.evaluate(background) == expected
    context.close()


def test_untranslated_texts_keep_their_own_direction(
    page: Page, customer: Customer, screenshot: Screenshot
) -> None:
    service = {**SERVICE, "duration": "1 day (renewed)"}
    texts = {"title": "خصوصيتك", "accept": "قبول الكل", "reject": "رفض الكل"}
    locale = {"locale": "ar", "direction": "rtl", "texts": {**ARABIC, **texts}}
    locale["categories"] = [
        {"id": "marketing", "title": "التسويق", "description": "إعلانات"},
        {"id": "analytics", "title": "التحليلات", "description": "إحصاءات"},
    ]
    publish(
        customer,
        categories=[{"id": "marketing"}, {"id": "analytics", "services": [service]}],
        locales=[locale],
    )
    page.goto(customer.page(lang="ar"))
    page.evaluate("consent.show()")
    page.locator("summary").click()
    screenshot(page, "right-to-left-services")
    for text in (service["duration"], service["provider"], service["name"]):
        element = page.get_by_text(text, exact=True)
        assert element.evaluate("(element) => element.localName") == "bdi"
        # The first letter is to the left of the last one.
        assert element.evaluate(
            """(element) => {
                const [text] = element.childNodes;
                const at = (start) => {
                    const range = document.createRange();
                    range.setStart(text, start);
                    range.setEnd(text, start + 1);
                    return range.getBoundingClientRect().left;
                };
                return at(0) < at(text.length - 1);
            }"""
        )


def test_the_accessibility_tree_has_names_roles_and_states(page: Page, customer: Customer) -> None:
    publish(customer)
    page.goto(customer.page(lang="de"))
    layer = page.get_by_role("dialog")
    expect(layer).to_be_visible()
    assert layer.evaluate("(element) => element.closest('[lang]').lang") == "de"
    assert layer.evaluate("(element) => getComputedStyle(element).direction") == "ltr"
    expect(layer).to_match_aria_snapshot(
        """
        - dialog "Cookies":
          - paragraph: Kiln & Kelp
          - heading "Cookies" [level=2]
          - paragraph:
            - text: /Mit Ihrer Einwilligung verwenden wir Cookies/
            - link "Datenschutzerklärung"
          - list:
            - listitem: Marketing
            - listitem: Statistik
          - button "Alle akzeptieren"
          - button "Alle ablehnen"
          - button "Einstellungen verwalten"
        """.replace('"Cookies"', '"Ihre Privatsphäre auf dieser Website"')
    )
    page.get_by_role("button", name="Einstellungen verwalten").click()
    expect(page.get_by_role("dialog").last).to_match_aria_snapshot(
        """
        - dialog:
          - heading "Datenschutz-Einstellungen" [level=2]
          - button "Schließen"
          - switch "Notwendig" [checked] [disabled]
          - switch "Marketing" [checked]
          - switch "Statistik"
          - button "Alle akzeptieren"
          - button "Alle ablehnen"
          - button "Auswahl speichern"
        """
    )
    page.get_by_text("Dienste (1)").click()
    expect(page.get_by_text("Zählt Besuche.")).to_be_visible()


@pytest.mark.parametrize("position", ["bottom", "top"])
def test_the_question_never_hides_the_focused_element(
    page: Page, customer: Customer, position: str
) -> None:
    publish(customer, style={"position": position})
    page.goto(customer.page())
    expect(page.get_by_role("dialog")).to_be_visible()
    # The policy's link and three buttons of ours, then each link of the page, to its end.
    for _ in range(4):
        page.keyboard.press("Tab")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(
            """async () => {
                // What uncovers it is loaded with the first key that needs it.
                let topmost;
                for (let frames = 0; frames < 120; frames += 1) {
                    await new Promise(requestAnimationFrame);
                    const at = document.activeElement.getBoundingClientRect();
                    topmost = document.elementFromPoint(
                        (at.left + at.right) / 2, (at.top + at.bottom) / 2);
                    if (topmost === document.activeElement) break;
                }
                return [document.activeElement.localName, topmost === document.activeElement];
            }"""
        ) == ["a", True]


AT_THE_END = """() => {
    const footer = document.createElement("footer");
    footer.innerHTML = "<a href='#imprint'>Imprint</a>";
    footer.style = "padding: 60rem 1.5rem .75rem";
    document.body.style.margin = 0;
    document.body.append(footer);
}"""
TOPMOST = """() => {
    const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.localName;
}"""


def test_the_small_button_never_hides_the_focused_element(page: Page, customer: Customer) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Reject all").click()
    small = page.get_by_role("button", name="Privacy choices")
    place = small.bounding_box()
    page.evaluate(AT_THE_END)
    # The page cannot scroll further: the link would stay below the button.
    page.get_by_role("link", name="A link").last.focus()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.keyboard.press("Tab")
    page.wait_for_function(f"({TOPMOST})() === 'a'")
    expect(small).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    assert small.bounding_box() == place


def test_at_four_hundred_percent_everything_can_be_reached(
    chromium: Browser, customer: Customer, screenshot: Screenshot
) -> None:
    # 1280 by 1024 pixels at 400 % are 320 by 256 (WCAG 1.4.10).
    context = chromium.new_context(viewport={"width": 320, "height": 256}, locale="de")
    page = context.new_page()
    # Longer than the screen is wide.
    texts = dict.fromkeys(("title", "accept", "reopen"), "Datenschutzgrundverordnungserklärung")
    publish(customer, locales=[{"locale": "en"}, {"locale": "de", "texts": texts}])
    page.goto(customer.page(lang="de"))
    page.get_by_role("button", name="Alle ablehnen").wait_for()
    screenshot(page, "zoom-first-layer")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    layer = page.get_by_role("dialog")
    assert layer.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    page.get_by_role("button", name="Einstellungen verwalten").click()
    panel = page.get_by_role("dialog").last
    assert panel.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    screenshot(page, "zoom-preferences")
    page.get_by_role("switch", name="Statistik").click()
    page.get_by_role("button", name="Auswahl speichern").click()
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert (receipt["analytics"], receipt["bannerLocale"]) == (True, "de")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


BROKEN_LABELS = """() => {
    const root = document.querySelector("visitor-choices").shadowRoot;
    const broken = [];
    for (const { firstChild } of root.querySelectorAll(".buttons button")) {
        for (const { 0: word, index } of firstChild.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(firstChild, index);
            range.setEnd(firstChild, index + word.length);
            if (range.getClientRects().length > 1) broken.push(word);
        }
    }
    return broken;
}"""


@pytest.mark.parametrize("size", [16, 20, 24, 32])
def test_buttons_do_not_break_words_for_which_there_is_room(
    chromium: Browser, customer: Customer, screenshot: Screenshot, size: int
) -> None:
    context = chromium.new_context(viewport={"width": 375, "height": 740}, locale="sv")
    page = context.new_page()
    # The browser's own size of text (WCAG 1.4.4).
    sizes = {"fontSizes": {"standard": size, "fixed": size}}
    context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    page.goto(customer.page(lang="sv"))
    page.get_by_role("button", name="Avvisa alla").wait_for()
    assert page.evaluate(BROKEN_LABELS) == []
    page.get_by_role("button", name="Hantera inställningar").click()
    page.get_by_role("dialog").last.wait_for()
    screenshot(page, f"large-text-{size}")
    assert page.evaluate(BROKEN_LABELS) == []
    context.close()


def test_the_layout_does_not_shift_on_a_slow_phone(chromium: Browser, customer: Customer) -> None:
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000}
    session.send("Network.emulateNetworkConditions", {**slow, "uploadThroughput": 90_000})
    # A body that is a grid would give a new child of its own a row.
    grid = "<style>body { display: grid; gap: 20px; margin: 0 }</style>"
    page.goto(customer.page(head=customer.tag + grid))
    page.get_by_role("button", name="Accept all").wait_for()
    page.wait_for_timeout(400)
    shift = page.evaluate(
        """new Promise((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += entry.value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => resolve(sum), 200);
        })"""
    )
    assert shift == 0
    context.close()


def test_an_owners_choices_are_shown(
    page: Page, customer: Customer, screenshot: Screenshot
) -> None:
    style = {"layout": "box", "reject": "lesser", "reopen": "none", "accent": "#0f766e"}
    publish(customer, style=style)
    page.goto(customer.page())
    layer = page.get_by_role("dialog")
    expect(layer).to_be_visible()
    screenshot(page, "box")
    assert layer.evaluate("(element) => element.offsetWidth") < 460
    colour = "(element) => getComputedStyle(element).backgroundColor"
    assert page.get_by_role("button", name="Accept all").evaluate(colour) == "rgb(15, 118, 110)"
    assert page.get_by_role("button", name="Reject all").evaluate(colour) == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Reject all").click()
    expect(page.get_by_role("button")).to_have_count(0)
    # The page's own control leads back.
    page.evaluate("consent.show()")
    expect(page.get_by_role("switch", name="Marketing")).not_to_be_checked()
