"""Using a page with the keyboard only: Tab reaches each control, by its name."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

MAX_TABS = 150
_IS_FOCUSED = "(element) => (element.isConnected ? element === document.activeElement : null)"


def reach(page: Page, element: Locator) -> None:
    """Press Tab until the control has the focus."""
    expect(element).to_be_visible()
    # Looked up once for as long as it is there: finding it takes longer than pressing Tab.
    handle = element.element_handle()
    for _ in range(MAX_TABS):
        is_focused = handle.evaluate(_IS_FOCUSED)
        if is_focused is None:
            handle = element.element_handle()
            is_focused = handle.evaluate(_IS_FOCUSED)
        if is_focused:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{element} is not reached with Tab")


def press(page: Page, element: Locator, key: str = "Enter") -> None:
    """Reach a control and press a key on it."""
    reach(page, element)
    page.keyboard.press(key)


def write(page: Page, element: Locator, text: str) -> None:
    """Reach a field and type over what is in it."""
    reach(page, element)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def choose(page: Page, element: Locator, option: str) -> None:
    """Reach a list and choose by the letters of an option."""
    reach(page, element)
    # What is typed within a second of the last letter would go on with it.
    page.wait_for_timeout(1200)
    # Letters that the simulated keyboard has no key for would go into the last text field.
    page.keyboard.type(re.split("[^ -~]", option)[0])
    expect(element.locator("option:checked")).to_have_text(option)


def go(page: Page, link: str, heading: str = "") -> None:
    """Follow a link by the keyboard; the page's heading is the link's text if none is given."""
    press(page, page.get_by_role("link", name=link, exact=True).first)
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(heading or link)
    expect(title).to_be_focused()
