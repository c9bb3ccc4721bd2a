"""Firefox: Debian's firefox-esr, driven by Mozilla's own driver."""

from __future__ import annotations

import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.processes import end_with_parent, free_port, wait_until_it_listens

# Allows changing preferences at run time; Global Privacy Control is one.
ALLOWED = ("--no-remote", "--remote-allow-system-access")
NO_FIREFOX = "Firefox was not found. On Debian: apt-get install firefox-esr"
GONE = "[nsIXPCComponents_Utils.evalInSandbox]"
PREFERENCES: dict[str, Any] = {
    # The customers' hosts resolve to this machine; the browser must not reach any other.
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


class Firefox:
    """One window of Firefox."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def open(self, address: str) -> None:
        """Load a page."""
        self._client.navigate(address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression on the page, or None while another page replaces it."""
        try:
            return self._client.execute_script(f"return {expression}", sandbox=None)
        except Exception as error:
            # The driver has no specific error for a page that is being left.
            if GONE not in str(error):
                raise
            return None

    def signal(self, on: bool) -> None:
        """Switch Global Privacy Control on or off."""
        self._client.set_pref("privacy.globalprivacycontrol.enabled", on)


def is_there() -> bool:
    """Return whether Firefox is installed."""
    return shutil.which("firefox-esr") is not None


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Yield a window of Firefox, with a new profile in that folder."""
    with warnings.catch_warnings():
        # A module that it imports reads the distribution's name in a deprecated way.
        warnings.simplefilter("ignore", DeprecationWarning)
        from marionette_driver.marionette import Marionette

    port = free_port()
    _write_profile(profile, PREFERENCES | {"marionette.port": port})
    process = subprocess.Popen(
        ["firefox-esr", "--headless", "--marionette", *ALLOWED, "--profile", str(profile)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=end_with_parent,
    )
    client = Marionette(host="127.0.0.1", port=port, startup_timeout=60)
    try:
        wait_until_it_listens(port)
        client.start_session()
        yield Firefox(client)
        client.delete_session()
    finally:
        process.terminate()
        process.wait(timeout=20)


def _write_profile(folder: Path, preferences: dict[str, Any]) -> None:
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
