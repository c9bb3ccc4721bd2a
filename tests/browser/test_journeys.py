"""The banner's main journeys in the other engines: Firefox and WebKit, Debian's of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest

from tests.support import firefox, webkit
from tests.support.customer import Customer
from tests.support.waiting import PATIENCE_SECONDS

TRACKER = '<script type="text/plain" data-consent="marketing">window.tracked = true</script>'
PART = "document.querySelector('#visitor-choices')?.shadowRoot.querySelector('{}')"


class Browser(Protocol):
    """One window of a browser."""

    def open(self, address: str) -> None:
        """Load a page."""

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression on the page."""

    def signal(self, on: bool) -> None:
        """Switch Global Privacy Control on or off."""


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    if request.param == "firefox":
        if not firefox.is_there():
            pytest.skip(firefox.NO_FIREFOX)
        with firefox.firefox(tmp_path_factory.mktemp("firefox")) as window:
            yield window
    else:
        if not webkit.is_there():
            pytest.skip(webkit.NO_WEBKIT)
        with webkit.webkit() as other:
            yield other


def wait(browser: Browser, expression: str) -> Any:
    """Return the value once it is true."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (value := browser.evaluate(expression)):
        assert time.monotonic() < deadline, f"never true: {expression}"
        time.sleep(0.05)
    return value


def press(browser: Browser, selector: str) -> None:
    """Click on an element of the banner once it is visible."""
    wait(browser, f"!!{PART.format(selector)}?.checkVisibility()")
    browser.evaluate(f"{PART.format(selector)}.click()")


@pytest.fixture
def visit(browser: Browser, customer: Customer) -> Iterator[Callable[[], str]]:
    """Opens the customer's page, which nobody has seen before, and gives its address."""
    address = customer.page(body=TRACKER)

    def opened() -> str:
        browser.open(address)
        return address

    yield opened
    browser.signal(False)


def receipts(customer: Customer, count: int) -> list[dict[str, Any]]:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(result := customer.receipts()) < count:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert len(result) == count
    return result


def test_the_banner_asks_blocks_scripts_and_accepts(
    browser: Browser, customer: Customer, visit: Callable[[], str]
) -> None:
    visit()
    wait(browser, f"!!{PART.format('[part=layer]')}")
    assert browser.evaluate("window.tracked") is None
    press(browser, "[part=layer] [part=accept]")
    wait(browser, "window.tracked")
    assert receipts(customer, 1)[0]["action"] == "accept_all"
    assert browser.evaluate("consent.get().marketing") is True


def test_a_visitor_who_refused_is_not_asked_again(
    browser: Browser, customer: Customer, visit: Callable[[], str]
) -> None:
    address = visit()
    press(browser, "[part=layer] [part=reject]")
    assert receipts(customer, 1)[0]["action"] == "reject_all"
    browser.open(address)
    wait(browser, f"!!{PART.format('[part=reopen]')}")
    assert browser.evaluate(f"{PART.format('[part=layer]')}") is None
    assert browser.evaluate("window.tracked") is None


def test_a_choice_is_made_and_withdrawn(
    browser: Browser, customer: Customer, visit: Callable[[], str]
) -> None:
    visit()
    press(browser, "[part=layer] [part=customise]")
    press(browser, "[part=panel] #analytics")
    press(browser, "[part=panel] [part=save]")
    (chosen,) = receipts(customer, 1)
    assert (chosen["action"], chosen["analytics"], chosen["marketing"]) == ("custom", True, False)
    press(browser, "[part=reopen]")
    press(browser, "[part=panel] [part=reject]")
    assert receipts(customer, 2)[0]["action"] == "reject_all"
    assert browser.evaluate("consent.get().analytics") is False


def test_the_signal_is_honoured_and_recorded_once(
    browser: Browser, customer: Customer, visit: Callable[[], str]
) -> None:
    browser.signal(True)
    address = visit()
    (receipt,) = receipts(customer, 1)
    assert (receipt["source"], receipt["action"]) == ("gpc", "reject_all")
    browser.open(address)
    wait(browser, f"!!{PART.format('[part=reopen]')}")
    assert browser.evaluate("consent.get().gpc") is True
    assert len(customer.receipts()) == 1
