"""The banner's main journeys in Firefox: Debian's firefox-esr, driven by Mozilla's own driver."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.customer import Customer
from tests.processes import end_with_parent, free_port

# Its preferences are changed while it runs: the signal is one.
ALLOWED = ("--no-remote", "--remote-allow-system-access")
NO_FIREFOX = "Firefox was not found. On Debian: apt-get install firefox-esr"
PREFERENCES: dict[str, Any] = {
    # The customers' hosts are of this machine, and so is everything else that may be asked for.
    "network.dns.forceResolve": "127.0.0.1",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.safebrowsing.downloads.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.security.https_first": False,
    "extensions.getAddons.cache.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "privacy.globalprivacycontrol.functionality.enabled": True,
}
TRACKER = '<script type="text/plain" data-consent="marketing">window.tracked = true</script>'
PART = "document.querySelector('#visitor-choices')?.shadowRoot.querySelector('{}')"


class Firefox:
    """One window of Firefox."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def open(self, address: str) -> None:
        """Load a page."""
        self._client.navigate(address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression on the page."""
        return self._client.execute_script(f"return {expression}", sandbox=None)

    def wait(self, expression: str) -> Any:
        """Return the value once it is true, after ten seconds at most."""
        for _ in range(200):
            if value := self.evaluate(expression):
                return value
            time.sleep(0.05)
        raise AssertionError(f"never true: {expression}")

    def press(self, selector: str) -> None:
        """Click on something of ours, once it is there."""
        self.wait(f"!!{PART.format(selector)}?.checkVisibility()")
        self.evaluate(f"{PART.format(selector)}.click()")

    def signal(self, on: bool) -> None:
        """Switch Global Privacy Control on or off."""
        self._client.set_pref("privacy.globalprivacycontrol.enabled", on)

    def forget(self) -> None:
        """Be somebody new."""
        self._client.delete_all_cookies()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    path = shutil.which("firefox-esr")
    if path is None:
        pytest.skip(NO_FIREFOX)
    with warnings.catch_warnings():
        # What it imports asks for the distribution's name in a way of the past.
        warnings.simplefilter("ignore", DeprecationWarning)
        from marionette_driver.marionette import Marionette

    port, profile = free_port(), tmp_path_factory.mktemp("firefox")
    write_profile(profile, PREFERENCES | {"marionette.port": port})
    process = subprocess.Popen(
        [path, "--headless", "--marionette", *ALLOWED, "--profile", str(profile)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=end_with_parent,
    )
    client = Marionette(host="127.0.0.1", port=port, startup_timeout=60)
    try:
        wait_for_port(port)
        client.start_session()
        yield Firefox(client)
        client.delete_session()
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for_port(port: int) -> None:
    for _ in range(300):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.2)
    raise AssertionError("Firefox does not listen")


def write_profile(folder: Path, preferences: dict[str, Any]) -> None:
    lines = [f"user_pref({_text(name)}, {_text(value)});" for name, value in preferences.items()]
    (folder / "user.js").write_text("\n".join(lines))


def _text(value: Any) -> str:
    return (
        str(value).lower()
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )


@pytest.fixture
def visit(firefox: Firefox, customer: Customer) -> Iterator[Callable[[], str]]:
    """Opens the customer's page as somebody new, and gives its address."""
    address = customer.page(body=TRACKER)

    def opened() -> str:
        firefox.open(address)
        firefox.forget()
        return address

    yield opened
    firefox.signal(False)


def receipts(customer: Customer, count: int) -> list[dict[str, Any]]:
    for _ in range(100):
        if len(found := customer.receipts()) >= count:
            break
        time.sleep(0.1)
    assert len(found) == count
    return found


def test_it_asks_blocks_and_accepts(
    firefox: Firefox, customer: Customer, visit: Callable[[], str]
) -> None:
    visit()
    firefox.wait(f"!!{PART.format('[part=layer]')}")
    assert firefox.evaluate("window.tracked") is None
    firefox.press("[part=layer] [part=accept]")
    firefox.wait("window.tracked")
    assert receipts(customer, 1)[0]["action"] == "accept_all"
    assert firefox.evaluate("consent.get().marketing") is True


def test_it_refuses_and_does_not_ask_again(
    firefox: Firefox, customer: Customer, visit: Callable[[], str]
) -> None:
    address = visit()
    firefox.press("[part=layer] [part=reject]")
    assert receipts(customer, 1)[0]["action"] == "reject_all"
    firefox.open(address)
    firefox.wait(f"!!{PART.format('[part=reopen]')}")
    assert firefox.evaluate(f"{PART.format('[part=layer]')}") is None
    assert firefox.evaluate("window.tracked") is None


def test_a_choice_is_made_and_withdrawn(
    firefox: Firefox, customer: Customer, visit: Callable[[], str]
) -> None:
    visit()
    firefox.press("[part=layer] [part=customise]")
    firefox.press("[part=panel] #analytics")
    firefox.press("[part=panel] [part=save]")
    (chosen,) = receipts(customer, 1)
    assert (chosen["action"], chosen["analytics"], chosen["marketing"]) == ("custom", True, False)
    firefox.press("[part=reopen]")
    firefox.press("[part=panel] [part=reject]")
    assert receipts(customer, 2)[0]["action"] == "reject_all"
    assert firefox.evaluate("consent.get().analytics") is False


def test_the_signal_is_honoured_and_recorded_once(
    firefox: Firefox, customer: Customer, visit: Callable[[], str]
) -> None:
    firefox.signal(True)
    address = visit()
    (receipt,) = receipts(customer, 1)
    assert (receipt["source"], receipt["action"]) == ("gpc", "reject_all")
    firefox.open(address)
    firefox.wait(f"!!{PART.format('[part=reopen]')}")
    assert firefox.evaluate("consent.get().gpc") is True
    assert len(customer.receipts()) == 1
