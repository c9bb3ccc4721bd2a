"""The question: its buttons, with the keyboard only, on a phone, and for screen readers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.customer import Customer, choice_cookie

Screenshot = Callable[[Page, str], None]


def first_layer(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Your privacy on this site")


@pytest.mark.parametrize(
    ("button", "action", "granted"),
    [("Accept all", "accept_all", True), ("Reject all", "reject_all", False)],
)
def test_each_button_of_the_first_layer_makes_its_receipt(
    page: Page, customer: Customer, button: str, action: str, granted: bool
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name=button).click()
    expect(first_layer(page)).to_have_count(0)
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == action
    assert receipt["source"] == "banner"
    assert [receipt[name] for name in ("analytics", "marketing", "preferences")] == [granted] * 3
    assert receipt["bannerVersion"] == 1
    assert receipt["bannerLocale"] == "en"
    assert receipt["hostname"] == customer.site.hostname
    assert receipt["device"] == "desktop"
    proof = customer.proof(page)
    assert proof["receipt"]["id"] == receipt["id"]
    assert proof["surface"] == "first_layer"
    assert proof["regime"] == "opt_in"


def test_the_third_button_opens_the_categories_and_none_is_ticked(
    page: Page, customer: Customer, screenshot: Screenshot
) -> None:
    page.goto(customer.page())
    screenshot(page, "first-layer")
    page.get_by_role("button", name="Manage preferences").click()
    screenshot(page, "preferences")
    switches = page.get_by_role("switch")
    assert [(item.get_attribute("id"), item.is_checked()) for item in switches.all()] == [
        ("necessary", True),
        ("analytics", False),
        ("marketing", False),
        ("preferences", False),
    ]
    expect(page.get_by_role("switch", name="Necessary")).to_be_disabled()
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("switch", name="Preferences").click()
    page.get_by_role("button", name="Save my choice").click()
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == "custom"
    granted = [receipt[name] for name in ("analytics", "marketing", "preferences")]
    assert granted == [True, False, True]
    assert customer.proof(page)["surface"] == "preferences"


def test_the_save_button_says_accept_all_or_reject_all_when_it_does_that(
    page: Page, customer: Customer
) -> None:
    page.goto(customer.page())
    for opener, action in (("Manage preferences", "accept_all"), ("Privacy choices", "reject_all")):
        page.get_by_role("button", name=opener).click()
        for name in ("Analytics", "Marketing", "Preferences"):
            page.get_by_role("switch", name=name).click()
        page.get_by_role("button", name="Save my choice").click()
        count = 1 if action == "accept_all" else 2
        assert customer.wait_for_receipts(page, count)[0]["action"] == action


def test_accept_and_reject_are_equally_prominent(page: Page, customer: Customer) -> None:
    page.goto(customer.page())
    looks = """(button) => {
        // Not getBoundingClientRect(), which is a fraction off while the banner moves into view.
        const style = getComputedStyle(button);
        return [parseFloat(style.width), parseFloat(style.height), style.backgroundColor,
                style.color, style.fontWeight, style.fontSize, style.borderColor, style.opacity];
    }"""
    for place in ("first layer", "panel"):
        if place == "panel":
            page.get_by_role("button", name="Manage preferences").click()
        accept, reject = (
            page.get_by_role("dialog").last.get_by_role("button", name=name).evaluate(looks)
            for name in ("Accept all", "Reject all")
        )
        assert accept == reject
        assert accept[1] >= 44


def test_the_banner_can_be_accepted_with_the_keyboard(page: Page, customer: Customer) -> None:
    page.goto(customer.page())
    expect(first_layer(page)).to_be_visible()
    page.keyboard.press("Tab")
    accept = page.get_by_role("button", name="Accept all")
    expect(accept).to_be_focused()
    assert accept.evaluate("(button) => getComputedStyle(button).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == "accept_all"
    expect(page.get_by_role("button", name="Privacy choices")).to_be_focused()


def test_a_category_can_be_chosen_with_the_keyboard(
    page: Page, customer: Customer, screenshot: Screenshot
) -> None:
    page.goto(customer.page())
    expect(first_layer(page)).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Privacy choices")).to_be_focused()
    expect(first_layer(page)).to_be_hidden()
    order = []
    for _ in range(7):
        page.keyboard.press("Tab")
        order.append(page.evaluate(FOCUSED))
    assert order == [
        "Close",
        "analytics",
        "marketing",
        "preferences",
        "Accept all",
        "Reject all",
        "Save my choice",
    ]
    for _ in range(4):
        page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == "marketing"
    page.keyboard.press("Space")
    screenshot(page, "preferences-keyboard")
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == "custom"
    assert receipt["marketing"] is True
    assert receipt["analytics"] is False


FOCUSED = """() => {
    const element = document.querySelector("visitor-choices").shadowRoot.activeElement;
    return element && (element.id || element.ariaLabel || element.textContent);
}"""


def test_the_modal_panel_keeps_the_focus_and_escape_gives_it_back(
    page: Page, customer: Customer
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Manage preferences").click()
    # A modal dialog makes the rest of the page unreachable.
    page.get_by_role("switch", name="Marketing").click()
    for _ in range(20):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.localName") in ("visitor-choices", "body")
    page.keyboard.press("Escape")
    expect(page.get_by_role("switch")).to_have_count(0)
    expect(page.get_by_role("button", name="Manage preferences")).to_be_focused()
    assert customer.receipts() == []
    # What was not saved is forgotten.
    page.get_by_role("button", name="Manage preferences").click()
    expect(page.get_by_role("switch", name="Marketing")).not_to_be_checked()
    page.mouse.click(5, 5)
    expect(page.get_by_role("switch")).to_have_count(0)


def test_a_press_beside_the_modal_panel_closes_it_and_a_selection_that_ends_there_does_not(
    page: Page, customer: Customer
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Manage preferences").click()
    panel = page.get_by_role("dialog").last
    page.get_by_role("switch", name="Analytics").click()
    box = panel.bounding_box()
    text = panel.locator("p").first.bounding_box()
    assert box is not None
    assert text is not None
    page.mouse.move(text["x"] + 5, text["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] - 20, text["y"] + 5, steps=5)
    page.mouse.up()
    expect(page.get_by_role("switch", name="Analytics")).to_be_checked()
    page.mouse.click(box["x"] - 20, text["y"] + 5)
    expect(page.get_by_role("switch")).to_have_count(0)


def test_escape_closes_the_banner_until_the_next_page(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = customer.page()
    page.goto(address)
    expect(first_layer(page)).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(first_layer(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Privacy choices")).to_be_focused()
    assert context.cookies() == []
    assert page.evaluate("localStorage.length") == 0
    page.goto(address)
    expect(first_layer(page)).to_be_visible()
    assert customer.receipts() == []


def test_the_first_layer_takes_no_focus_and_names_controller_and_purposes(
    page: Page, customer: Customer
) -> None:
    page.goto(customer.page())
    layer = first_layer(page)
    expect(layer).to_be_visible()
    assert page.evaluate("document.activeElement.localName") == "body"
    assert page.evaluate("document.body.firstElementChild.localName") == "visitor-choices"
    expect(layer).to_contain_text(customer.site.panel.organization["name"])
    assert layer.get_by_role("listitem").all_inner_texts() == [
        "Analytics",
        "Marketing",
        "Preferences",
    ]
    assert layer.get_attribute("aria-modal") is None
    # The page behind it can be used.
    page.get_by_role("link", name="A link").first.click()
    assert page.url.endswith("#p0")


def test_it_fits_a_phone_320_pixels_wide(
    chromium: Browser, customer: Customer, screenshot: Screenshot
) -> None:
    context = chromium.new_context(
        viewport={"width": 320, "height": 568},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        user_agent=(
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/140.0.0.0 Mobile Safari/537.36"
        ),
    )
    page = context.new_page()
    page.goto(customer.page())
    page.get_by_role("button", name="Manage preferences").wait_for()
    screenshot(page, "phone-first-layer")
    inside = """(element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    }"""
    for button in page.get_by_role("button").all():
        assert button.evaluate(inside)
        assert button.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    page.get_by_role("button", name="Manage preferences").tap()
    screenshot(page, "phone-preferences")
    panel = page.get_by_role("dialog").last
    assert panel.evaluate(inside)
    assert panel.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("switch", name="Preferences").tap()
    page.get_by_role("button", name="Save my choice").tap()
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["device"] == "mobile"
    assert receipt["preferences"] is True
    assert choice_cookie(context)["fields"]["c"] == "preferences"
    context.close()
