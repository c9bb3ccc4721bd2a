"""Sign-in, first steps and the editor in Firefox and WebKit (Debian's): by roles and names."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

import pytest

from consent_app.application import utc_now
from consent_app.security import totp
from tests.browser.test_journeys import Browser, browser
from tests.support.factories import PASSWORD, unique
from tests.support.live_server import LiveServer

__all__ = ["browser"]

SECONDS = 30
# What has a role and the beginning of a name, as far as these pages need it.
FIND = """((role, name) => {
  const roles = {
    button: "button, summary", link: "a[href]", checkbox: "input[type=checkbox]", heading: "h1, h2",
    field: "input:not([type=checkbox], [type=radio]), textarea, select", alert: "[role=alert]",
    row: "th[scope=row]",
  };
  const said = (element) => {
    const labelled = element.labels?.length ? element.labels[0].textContent : null;
    return (element.getAttribute("aria-label") ?? labelled ?? element.textContent).trim();
  };
  const candidates = [...document.querySelectorAll(roles[role])];
  return candidates.find((element) => element.checkVisibility() && said(element).startsWith(name));
})"""
# As typing and choosing do it: the value, and then the event.
FILL = """((element, text) => {
  if (!element) return false;
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value");
  property.set.call(element, text);
  element.dispatchEvent(new Event(element.matches("select") ? "change" : "input", {bubbles: true}));
  return true;
})"""


class Person:
    """Somebody at a browser."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(self, address: str) -> None:
        """Load a page."""
        self._browser.open(address)

    def waits(self, expression: str) -> Any:
        """Return the value once it is true."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            if value := self._browser.evaluate(expression):
                return value
            time.sleep(0.1)
        text = self._browser.evaluate("document.body.innerText")
        raise AssertionError(f"never true: {expression}\n{text}")

    def sees(self, role: str, name: str) -> None:
        """Wait until the element is visible."""
        self.waits(f"!!{FIND}({json.dumps(role)}, {json.dumps(name)})")

    def presses(self, role: str, name: str) -> None:
        """Click on the element once it is visible."""
        text = f"{FIND}({json.dumps(role)}, {json.dumps(name)})"
        self.waits(f"((found) => found && (found.click(), true))({text})")

    def fills(self, name: str, text: str) -> None:
        """Fill in a field once it is visible."""
        self.waits(f'{FILL}({FIND}("field", {json.dumps(name)}), {json.dumps(text)})')

    def reads(self, expression: str) -> Any:
        """Return the value of an expression."""
        return self._browser.evaluate(expression)


@pytest.fixture
def person(browser: Browser) -> Person:
    return Person(browser)


def test_signing_up_first_steps_and_the_editor(person: Person, live: LiveServer) -> None:
    email, hostname = f"{unique('ada')}@example.com", f"{unique('shop')}.com"
    person.open(f"{live.url}/register")
    person.fills("Organization", "Difference Engines")
    person.fills("Email address", email)
    person.fills("Password", PASSWORD)
    person.presses("button", "Continue")
    person.sees("heading", "Set up your authenticator")
    secret = person.waits("document.querySelector('main code')?.textContent")
    person.fills("Code from your authenticator", totp.code_at(secret, utc_now()))
    person.presses("button", "Turn on")
    person.presses("checkbox", "I have saved these codes")
    person.presses("button", "Continue")
    person.presses("button", "Create workspace")
    person.presses("link", "Start with the first steps")

    person.sees("heading", "Your site")
    person.fills("Address of the site", hostname)
    person.presses("button", "Continue")
    person.fills("Who is responsible for the site", "Difference Engines Ltd")
    person.fills("Address of your privacy policy", "no address")
    person.presses("button", "Publish the banner")
    person.waits("document.querySelector('[aria-invalid=true]') === document.activeElement")
    person.fills("Address of your privacy policy", "https://example.com/privacy")
    person.presses("button", "Publish the banner")
    tag = person.waits("document.querySelector('[aria-label=\"Install tag\"]')?.textContent")
    domain_id = tag.partition('data-domain="')[2].partition('"')[0]

    person.open(f"{person.reads('location.origin')}/domains/{domain_id}/banner")
    person.fills("Who is responsible for the site", "Analytical Engines Ltd")
    person.waits("/Score \\d+ of 100/.test(document.body.innerText)")
    person.waits("!!document.querySelector('iframe')?.checkVisibility()")
    person.waits("/1 difference to the published version/.test(document.body.innerText)")
    person.presses("button", "Publish")
    person.sees("row", "2")
    page_text = person.reads(
        "fetch('/v1/public/domains/" + domain_id + "/banner?locale=en').then((a) => a.text())"
    )
    assert "Analytical Engines Ltd" in page_text

    person.presses("button", "Sign out")
    person.sees("link", "Create an account")
    person.fills("Email address", email)
    person.fills("Password", "not the password")
    person.presses("button", "Continue")
    person.sees("alert", "Sign-in failed")
    person.fills("Password", PASSWORD)
    person.presses("button", "Continue")
    later = utc_now() + timedelta(seconds=30)
    person.fills("Code from your authenticator", totp.code_at(secret, later))
    person.presses("button", "Sign in")
    person.sees("heading", "Your workspaces")
    person.presses("button", "Open")
    person.sees("heading", "Overview")
